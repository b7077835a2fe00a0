import { createHash } from 'node:crypto';

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

const MS_PER_SECOND = 1000;

/** Draws an integer from the first to the last, both included. */
type Draw = (first: number, last: number) => number;

function drawFrom(seed: number): Draw {
	let drawn = 0;
	return (first, last) =>
		first + (parseInt(seededSecret(seed, `draw ${drawn++}`).slice(0, 8), 16) % (last - first + 1));
}

const pick = (from: readonly string[], draw: Draw) => from[draw(0, from.length - 1)] ?? '';

/**
 * What a beginner should find: of twenty projects about so many, with the first and last day, seen from today, on which they end,
 * and so many days since they last changed. Completed stands for the states that are not specified.
 */
const KINDS = [
	{ share: 6, status: 'active', ends: [8, 300], unchangedDays: [0, 20] },
	{ share: 2, status: 'active', ends: [0, 7], unchangedDays: [0, 20] },
	{ share: 2, status: 'active', ends: [-60, -1], unchangedDays: [0, 20] },
	{ share: 2, status: 'active', ends: [8, 300], unchangedDays: [31, 200] },
	{ share: 5, status: 'archived', ends: [-900, 60], unchangedDays: [0, 400] },
	{ share: 3, status: 'completed', ends: [-400, 20], unchangedDays: [0, 200] },
] as const;

const MIX = KINDS.flatMap((kind) => new Array<(typeof KINDS)[number]>(kind.share).fill(kind));

/**
 * The first projects of a seed; asking for more leaves the first ones as they are.
 *
 * @param nowMs only its day (in UTC) counts: all timestamps lie before it, all dates around it
 */
export function seededProjects(seed: number, count: number, nowMs: number): ProjectRecord[] {
	const todayMs = nowMs - (nowMs % MS_PER_DAY);
	const draw = drawFrom(seed);
	return Array.from({ length: count }, (_, index) =>
		seededProject(projectId(seed, index), draw, todayMs),
	);
}

/** A project as the interface specification describes it (section 2.1). */
export type ProjectRecord = Readonly<ReturnType<typeof seededProject>>;

function seededProject(id: string, draw: Draw, todayMs: number) {
	const kind = MIX[draw(0, MIX.length - 1)] ?? KINDS[0];
	const { createdAtMs, updatedAtMs, startMs, endMs } = drawTimes(kind, draw, todayMs);
	const taskCount = draw(1, 120);
	return {
		id,
		name: `${pick(ADJECTIVES, draw)} ${pick(AREAS, draw)} ${new Date(startMs).getUTCFullYear()}`,
		description: `About ${pick(AREAS, draw).toLowerCase()}.`,
		status: kind.status as string,
		created_at: toTimestamp(createdAtMs),
		updated_at: toTimestamp(updatedAtMs),
		owner_id: `usr_${String(draw(1, 40)).padStart(4, '0')}`,
		member_count: draw(1, 24),
		task_count: taskCount,
		completed_task_count: kind.status === 'completed' ? taskCount : draw(0, taskCount - 1),
		start_date: toDate(startMs),
		end_date: toDate(endMs),
	};
}

/** A project is created before it starts and before its last change; it has started two weeks before it ends, and before today. */
function drawTimes(kind: (typeof KINDS)[number], draw: Draw, todayMs: number) {
	const [firstDay, lastDay] = kind.ends;
	const endMs = todayMs + draw(firstDay, lastDay) * MS_PER_DAY;
	const startMs = Math.min(endMs, todayMs) - draw(14, 364) * MS_PER_DAY;
	const secondsOf = (days: number) => (days * MS_PER_DAY) / MS_PER_SECOND;
	const [leastDays, mostDays] = kind.unchangedDays;
	const unchangedSeconds = draw(secondsOf(leastDays) + 1, secondsOf(mostDays));
	const updatedAtMs = todayMs - unchangedSeconds * MS_PER_SECOND;
	const before = draw(0, secondsOf(30)) * MS_PER_SECOND;
	return { createdAtMs: Math.min(startMs, updatedAtMs) - before, updatedAtMs, startMs, endMs };
}

/** IDs are not in the order of creation. */
export const projectId = (seed: number, number: number) =>
	`proj_${seededSecret(seed, `project ${number}`).slice(0, 12)}`;

/** It is the same at every start, so that what was set up with it yesterday works today. */
export function seededSecret(seed: number, purpose: string): string {
	return createHash('sha256').update(`${purpose} ${seed}`).digest('hex').slice(0, 36);
}
