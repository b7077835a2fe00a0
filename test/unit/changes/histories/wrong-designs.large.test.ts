/** The random histories are worth something if they find what is wrong with triggers as they are often written. */
import fc from 'fast-check';
import { poll } from '../../../../nodes/Collab/core/changes/poll';
import { SEED } from '../../../random';
import { histories } from './randomHistories';
import type { Poll } from '../testTrigger';
import { play } from './player';
import * as wrong from './wrongDesigns';

/** Something else than a lack of time, in a history in which the right one keeps its promise. */
const isNotFound = (design: Poll) =>
	fc.asyncProperty(histories, async (history) => {
		const complaints = await play(history, design);
		const found = complaints.filter((complaint) => !complaint.startsWith('failed'));
		if (found.length > 0) expect(await play(history, poll)).not.toEqual([]);
	});

test.each([
	['this machine’s clock as the watermark', wrong.localClock],
	['only what is strictly later than the watermark', wrong.strictlyLater],
	['a watermark from the end of the scan', wrong.watermarkFromTheEnd],
	['a state that is saved before the answer', wrong.savedFirst],
	['no lookback', wrong.withoutLookBack],
	['a row without a stamp in the place of its creation', wrong.placeFromCreation],
	['versions compared by stamp only', wrong.versionsByStamp],
	['a date of the year 9999 that is believed', wrong.believesEveryDate],
	['a backlog that begins anew with each poll', wrong.restartsItsBacklog],
])('the random histories find %s', async (_name, design) => {
	const outcome = await fc.check(isNotFound(design), {
		numRuns: 2_000,
		seed: SEED,
		endOnFailure: true,
	});
	expect(outcome.failed).toBe(true);
});
