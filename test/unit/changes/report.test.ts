/** What n8n's log says of polls. */
import { reportOn } from '../../../nodes/Collab/core/changes/poll';
import type { Snapshot } from '../../../nodes/Collab/core/changes/state';

test.each([
	['a full reading of less than an hour', 3_599, 100, 0],
	['one of an hour', 3_600, 100, 1],
	['90 % of the projects that can be known', 0, 22_500, 0],
	['more, and a reading of an hour', 3_600, 22_501, 2],
])('of %s, the log has as many warnings as it should', (_what, ageS, totalItems, count) => {
	const context = { requests: 1, rows: 1, needs: { fields: [], events: [] }, nowS: 9_000 };
	const snapshot = { beganAt: 9_000 - ageS, offset: 300 } as Snapshot;
	const warningsOf = (needs: typeof context.needs | null) =>
		reportOn({ ...context, needs }, { snapshot, totalItems }, null, []).warnings;
	expect(warningsOf(context.needs)).toHaveLength(count);
	expect(warningsOf(null).join()).not.toMatch(/25,000/);
});
