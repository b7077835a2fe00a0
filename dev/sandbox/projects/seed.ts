import prand from 'pure-rand';
import { MS_PER_DAY, toDate, toTimestamp, withFields } from './record';
import type { ProjectRecord } from './record';
import { ADJECTIVES, AREAS, OUTCOMES, VERBS } from './vocabulary';

/** Seeded data lies before this instant, whatever the clock says, so a seed always gives the same projects. */
export const SEED_INSTANT_MS = Date.UTC(2026, 0, 1);

const MS_PER_SECOND = 1000;
const SECONDS_PER_DAY = MS_PER_DAY / MS_PER_SECOND;
const OLDEST_DAYS = 1500;
const OWNERS = 40;
const SHARES = 1_000_000;

// An odd factor permutes the numbers below a power of two: every number its own id, and ids out of order.
const ID_BITS = 40n;
const ODD_FACTOR = 0x9e3779b97fn;
const SEED_STRIDE = 0x5851f42d4cn;

/** Draws an integer from 0 to `bound - 1`. */
export type Draw = (bound: number) => number;

export function drawFrom(seed: number): Draw {
	const generator = prand.xoroshiro128plus(seed);
	return (bound) => prand.unsafeUniformIntDistribution(0, bound - 1, generator);
}

/** A number from 0 up to, but not including, 1. */
export function drawShare(draw: Draw): number {
	return draw(SHARES) / SHARES;
}

/** The first projects of a seed; asking for more leaves the first ones as they are. */
export function* seededProjects(
	seed: number,
	count: number,
	withoutUpdatedAt = 0,
): Generator<ProjectRecord> {
	const draw = drawFrom(seed);
	// Drawn apart from the rest: without this field or with it, a seed's projects are the same.
	const drawMissing = drawFrom(seed);
	for (let number = 0; number < count; number += 1) {
		const project = seededProject(projectId(seed, number), draw);
		const isMissing = drawShare(drawMissing) < withoutUpdatedAt;
		yield isMissing ? withFields(project, { updated_at: null }) : project;
	}
}

function seededProject(id: string, draw: Draw): ProjectRecord {
	const ageSeconds = 1 + draw(OLDEST_DAYS * SECONDS_PER_DAY);
	const createdAtMs = SEED_INSTANT_MS - ageSeconds * MS_PER_SECOND;
	const updatedAtMs = SEED_INSTANT_MS - draw(ageSeconds) * MS_PER_SECOND;
	const startMs = createdAtMs + draw(30) * MS_PER_DAY;
	const taskCount = draw(120);
	const status = drawStatus(draw);
	return {
		id,
		name: drawName(draw),
		description: `${pick(VERBS, draw)} ${pick(OUTCOMES, draw)} for ${pick(AREAS, draw).toLowerCase()}.`,
		status,
		created_at: toTimestamp(createdAtMs),
		updated_at: toTimestamp(updatedAtMs),
		owner_id: `usr_${String(1 + draw(OWNERS)).padStart(4, '0')}`,
		member_count: 1 + draw(24),
		task_count: taskCount,
		completed_task_count: status === 'completed' ? taskCount : draw(taskCount + 1),
		start_date: toDate(startMs),
		end_date: toDate(startMs + (14 + draw(350)) * MS_PER_DAY),
	};
}

export function drawName(draw: Draw): string {
	return `${pick(ADJECTIVES, draw)} ${pick(AREAS, draw)} ${2022 + draw(5)}`;
}

/** Of twenty projects about twelve are active, five archived and three completed. */
function drawStatus(draw: Draw): string {
	const ticket = draw(20);
	if (ticket < 12) return 'active';
	return ticket < 17 ? 'archived' : 'completed';
}

export function pick(words: readonly string[], draw: Draw): string {
	return words[draw(words.length)] ?? '';
}

/** The id of the n-th project of a seed. Never the same for two numbers, and not in the order of creation. */
export function projectId(seed: number, number: number): string {
	const scattered = BigInt(number) * ODD_FACTOR + BigInt(seed) * SEED_STRIDE;
	return `proj_${BigInt.asUintN(Number(ID_BITS), scattered).toString(36).padStart(8, '0')}`;
}
