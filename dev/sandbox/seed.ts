import { createHash } from 'node:crypto';
import prand from 'pure-rand';

const words = (text: string) => text.split(/[;\n]/).map((word) => word.trim());

const ADJECTIVES =
	words(`Annual; Bold; Central; Digital; Early; Fresh; Global; Green; Internal; Joint; Lean; Mobile
	New; Nordic; Open; Pilot; Quick; Regional; Shared; Smart`);

const AREAS =
	words(`Accounting; Archive; Brand; Campus; Customer portal; Data platform; Events; Fleet; Harbour
	Intranet; Knowledge base; Logistics; Marketing; Müller account; Newsletter; Onboarding
	Payroll; Research; Search; Support; Tōkyō office; Training; Warehouse; Website`);

export const MS_PER_DAY = 86_400_000;

/** ISO 8601 UTC in whole seconds, so several changes in one second share a timestamp. */
export const toTimestamp = (instantMs: number) =>
	`${new Date(instantMs).toISOString().slice(0, 19)}Z`;

/** YYYY-MM-DD, in UTC. */
export const toDate = (instantMs: number) => new Date(instantMs).toISOString().slice(0, 10);

/** Seeded data lies before this instant, whatever the clock says, so a seed always gives the same projects. */
const SEED_INSTANT_MS = Date.UTC(2026, 0, 1);

const MS_PER_SECOND = 1000;
const OLDEST_SECONDS = (1500 * MS_PER_DAY) / MS_PER_SECOND;

/** Draws an integer from 0 to `bound - 1`. */
type Draw = (bound: number) => number;

function drawFrom(seed: number): Draw {
	const generator = prand.xoroshiro128plus(seed);
	return (bound) => prand.unsafeUniformIntDistribution(0, bound - 1, generator);
}

const pick = (from: readonly string[], draw: Draw) => from[draw(from.length)] ?? '';

/** The first projects of a seed; asking for more leaves the first ones as they are. */
export function seededProjects(seed: number, count: number): ProjectRecord[] {
	const draw = drawFrom(seed);
	return Array.from({ length: count }, (_, index) => seededProject(projectId(seed, index), draw));
}

/** A project as the interface specification describes it (section 2.1). */
export type ProjectRecord = Readonly<ReturnType<typeof seededProject>>;

function seededProject(id: string, draw: Draw) {
	const ageSeconds = 1 + draw(OLDEST_SECONDS);
	const createdAtMs = SEED_INSTANT_MS - ageSeconds * MS_PER_SECOND;
	const updatedAtMs = SEED_INSTANT_MS - draw(ageSeconds) * MS_PER_SECOND;
	const startMs = createdAtMs + draw(30) * MS_PER_DAY;
	const taskCount = draw(120);
	const status = drawStatus(draw);
	return {
		id,
		name: drawName(draw),
		description: `About ${pick(AREAS, draw).toLowerCase()}.`,
		status,
		created_at: toTimestamp(createdAtMs),
		updated_at: toTimestamp(updatedAtMs),
		owner_id: `usr_${String(1 + draw(40)).padStart(4, '0')}`,
		member_count: 1 + draw(24),
		task_count: taskCount,
		completed_task_count: status === 'completed' ? taskCount : draw(taskCount + 1),
		start_date: toDate(startMs),
		end_date: toDate(startMs + (14 + draw(350)) * MS_PER_DAY),
	};
}

function drawName(draw: Draw): string {
	return `${pick(ADJECTIVES, draw)} ${pick(AREAS, draw)} ${2022 + draw(5)}`;
}

/**
 * About twelve of twenty projects are active, five archived and three completed, which stands for the states that are not
 * specified.
 */
function drawStatus(draw: Draw): string {
	const ticket = draw(20);
	if (ticket < 12) return 'active';
	return ticket < 17 ? 'archived' : 'completed';
}

/** IDs are not in the order of creation. */
export const projectId = (seed: number, number: number) =>
	`proj_${seededSecret(seed, `project ${number}`).slice(0, 12)}`;

/** It is the same at every start, so that what was set up with it yesterday works today. */
export function seededSecret(seed: number, purpose: string): string {
	return createHash('sha256').update(`${purpose} ${seed}`).digest('hex').slice(0, 36);
}
