import type { Change } from '../changes/options';
import type { poll } from '../changes/poll';
import { MAX_PROJECTS } from '../changes/table';

type PollFacts = Awaited<ReturnType<typeof poll>>['facts'];

/** What n8n's log says of a poll: a summary without names and values, and what holds for long, to be said once an hour. */
export function reportOn(facts: PollFacts, changes: ReadonlyArray<Pick<Change, 'event'>>) {
	const { requests, rows, needs, nowS, totalItems, snapshot, reason } = facts;
	const counts = new Map<string, number>();
	for (const { event } of changes) counts.set(event, (counts.get(event) ?? 0) + 1);
	const items = [...counts].map(([event, count]) => `${count} ${event}`).join(', ') || 'no items';
	const began = reason ? `; read all projects ${reason}` : '';
	const goesOn = snapshot ? `; the next poll goes on at row ${snapshot.offset}` : '';
	const hours = Math.floor(snapshot ? (nowS - snapshot.beganAt) / 3_600 : 0);
	const slow = `reading all projects has taken ${hours} h so far${goesOn}`;
	const nearLimit = `the account has ${totalItems} projects. Beyond 25,000, polls fail unless only Created and Updated are chosen`;
	// There is still time to choose other settings.
	const isNear = needs && totalItems > 0.9 * MAX_PROJECTS;
	const warnings = [hours >= 1 ? slow : '', isNear ? nearLimit : ''];
	return {
		summary: `${requests} requests, ${rows} rows of ${totalItems} projects; ${items}${began}${goesOn}`,
		warnings: warnings.filter((text) => text !== ''),
	};
}
