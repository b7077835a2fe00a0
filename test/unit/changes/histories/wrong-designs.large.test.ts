/**
 * The right trigger with one rule broken. The random histories are worth something if they find what is wrong with each.
 */
import fc from 'fast-check';
import { poll } from '../../../../nodes/Collab/core/changes/poll';
import type { TriggerState } from '../../../../nodes/Collab/core/changes/state';
import { SEED } from '../../../random';
import type { Poll } from '../testTrigger';
import { play } from './player';
import { histories } from './randomHistories';

/** The right poll, of whose state another is saved. */
const saving =
	(change: (state: TriggerState) => TriggerState): Poll =>
	async (store, fetchPage, options, runtime) => {
		const save = (state: TriggerState) => store.save(change(state));
		return await poll({ load: () => store.load(), save }, fetchPage, options, runtime);
	};

const WRONG_DESIGNS: Readonly<Record<string, Poll>> = {
	'no Look Back': async (store, fetchPage, options, runtime) =>
		await poll(store, fetchPage, { ...options, lookBackMs: 0 }, runtime),
	'a date of the year 9999 that is believed': async (store, fetchPage, options, runtime) =>
		await poll(store, fetchPage, options, { ...runtime, now: () => Date.UTC(9999, 11, 31) }),
	'a watermark at the newest change': saving((state) => {
		const { stream } = state;
		return { ...state, stream: stream && { ...stream, low: stream.newest + 1 } };
	}),
	'a gap that no snapshot fills': saving(({ stream, ...state }) => {
		return { ...state, snapshot: null, stream: stream && { ...stream, gapFrom: null } };
	}),
	'a snapshot that begins anew with each poll': saving(({ snapshot, ...state }) => {
		return {
			...state,
			snapshot: snapshot && { ...snapshot, createdUpTo: 0, offset: 0, lastIds: [] },
		};
	}),
	'a removal that one look is enough for': saving(({ projects, ...state }) => {
		const missed = projects.map(([id, version, changedAt, marks, , ...values]) => {
			return [id, version, changedAt, marks, 1, ...values] as const;
		});
		return { ...state, projects: missed };
	}),
};

/** Something else than a lack of time, in a history in which the right one keeps its promise. */
const isNotFound = (design: Poll) =>
	fc.asyncProperty(histories, async (history) => {
		const complaints = await play(history, design);
		const found = complaints.filter((complaint) => !complaint.startsWith('failed'));
		if (found.length > 0) expect(await play(history, poll)).not.toEqual([]);
	});

test.each(Object.entries(WRONG_DESIGNS))('the random histories find %s', async (_name, design) => {
	const tries = { numRuns: 2_000, seed: SEED, endOnFailure: true };
	expect((await fc.check(isNotFound(design), tries)).failed).toBe(true);
});
