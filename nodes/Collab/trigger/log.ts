/** What n8n's log says of polls, without names and values. */
import type { IPollFunctions } from 'n8n-workflow';

import type { Change } from '../core/changes/options';
import type { PollReport } from '../core/changes/poll';
import type { TriggerSession } from './session';

const HOUR_S = 3_600;

/** One line for each poll at debug level; once an hour a warning while a snapshot gets nowhere, or near the limit. */
export function logPoll(
	{ logger }: IPollFunctions,
	report: PollReport,
	changes: readonly Change[],
	session: TriggerSession,
): void {
	logger.debug(`Collab Trigger: ${summaryOf(report, changes)}`);
	const { stalledS, isNearLimit, totalItems } = report;
	const warnings = [
		stalledS >= HOUR_S &&
			`reading all projects has come no further for ${Math.floor(stalledS / HOUR_S)} h: the service does not return the next ones`,
		isNearLimit &&
			`the account has ${totalItems} projects. Beyond 25,000, polls fail unless only Created and Updated are chosen`,
	].filter((text) => text !== false);
	if (warnings.length === 0 || !session.mayWarn()) return;
	for (const text of warnings) logger.warn(`Collab Trigger: ${text}.`);
}

function summaryOf(
	{ requests, rows, totalItems, reason, snapshotAt }: PollReport,
	changes: readonly Change[],
): string {
	const counts = new Map<string, number>();
	for (const { event } of changes) counts.set(event, (counts.get(event) ?? 0) + 1);
	const items = [...counts].map(([event, count]) => `${count} ${event}`).join(', ') || 'no items';
	const began = reason ? `; read all projects ${reason}` : '';
	const goesOn = snapshotAt === null ? '' : `; the next poll goes on at row ${snapshotAt}`;
	return `${requests} requests, ${rows} rows of ${totalItems} projects; ${items}${began}${goesOn}`;
}
