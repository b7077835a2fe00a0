/** What n8n's log says of a poll, without names and values. */
import type { PollContext } from './context';
import type { Change } from './options';
import type { TriggerState } from './state';
import { MAX_PROJECTS } from './table';

export interface PollReport {
	readonly summary: string;
	/** They hold for long, so that nobody needs them after each poll. */
	readonly warnings: readonly string[];
}

const HOUR_S = 3_600;

/** From so many projects on, there is time to choose other settings. */
const NEAR_LIMIT = 0.9 * MAX_PROJECTS;

/** @param reason why a snapshot began; null where none did */
export function reportOn(
	{ requests, rows, needs, nowS }: Pick<PollContext, 'requests' | 'rows' | 'needs' | 'nowS'>,
	{ snapshot, totalItems }: Pick<TriggerState, 'snapshot' | 'totalItems'>,
	reason: string | null,
	changes: readonly Change[],
): PollReport {
	const counts = new Map<string, number>();
	for (const { event } of changes) counts.set(event, (counts.get(event) ?? 0) + 1);
	const items = [...counts].map(([event, count]) => `${count} ${event}`).join(', ') || 'no items';
	const began = reason ? `; read all projects ${reason}` : '';
	const goesOn = snapshot ? `; the next poll goes on at row ${snapshot.offset}` : '';
	const hours = Math.floor(snapshot ? (nowS - snapshot.beganAt) / HOUR_S : 0);
	const slow = `reading all projects has taken ${hours} h so far${goesOn}`;
	const nearLimit = `the account has ${totalItems} projects. Beyond 25,000, polls fail unless only Created and Updated are chosen`;
	return {
		summary: `${requests} requests, ${rows} rows of ${totalItems} projects; ${items}${began}${goesOn}`,
		warnings: [
			...(hours >= 1 ? [slow] : []),
			...(needs && totalItems > NEAR_LIMIT ? [nearLimit] : []),
		],
	};
}
