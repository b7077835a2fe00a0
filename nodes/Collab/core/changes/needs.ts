/** What a snapshot is needed for, since recent changes do not show it. */
import { CollabError } from '../errors';
import { hash64 } from './hash';
import type { KnownProjects } from './known';
import { type ChangeOptions, isRemovedChosen, type PollContext } from './options';
import { forgetRemoved } from './removal';
import { ORIGIN, type TriggerState } from './state';
import { MAX_PROJECTS } from './table';

/** What all projects have to be known for, as a hash; undefined where recent ones are enough. */
export function purposeOf(
	options: ChangeOptions,
	{ watched, conditions }: Pick<PollContext, 'watched' | 'conditions'>,
): string | undefined {
	const removed = isRemovedChosen(options) ? `removed ${options.inclusion}` : '';
	const all = [removed, watched.fieldNames, ...conditions.map(({ name }) => name)].filter(Boolean);
	return all.length === 0 ? undefined : hash64(JSON.stringify(all));
}

/**
 * Whether a snapshot has to begin: for a gap or All Existing Projects, for what is newly chosen, for the conditions of a new
 * day, and for Removed where the service counts other projects than are known, or the last snapshot left one in doubt.
 */
export function isSnapshotDue(
	{ options, purpose, conditions, today }: PollContext,
	{ recent, established }: TriggerState,
	known: KnownProjects,
	totalItems: number,
): boolean {
	if (recent.gapFrom !== undefined) return true;
	if (purpose === undefined) return false;
	if (purpose !== established.purpose) return true;
	if (conditions.length > 0 && today !== established.day) return true;
	// An account that looks empty is not believed.
	if (!isRemovedChosen(options) || totalItems === 0) return false;
	const isDifferent = totalItems - known.table.presentCount !== established.usualDifference;
	return isDifferent || established.hasUnlisted === true;
}

/** Begins a snapshot, which also fills the gap that there is. */
export function beginSnapshot(context: PollContext, state: TriggerState, known: KnownProjects) {
	const { gapFrom, ...recent } = state.recent;
	forgetRemoved(context, known);
	known.markUnlisted();
	const snapshot = {
		purpose: context.purpose,
		isOfExisting: gapFrom === 0 && context.options.startFrom === 'all',
		gapFrom,
		day: context.today,
		knownAtStart: known.table.presentCount,
		highAtStart: recent.high,
		...ORIGIN,
	};
	return { ...state, recent, snapshot };
}

/** @throws CollabError `tooManyProjects` where the table has no room for all that the options need */
export function checkRoom({ options, conditions }: PollContext, totalItems: number): void {
	const mustFit = isRemovedChosen(options) || conditions.length > 0;
	if (mustFit && totalItems > MAX_PROJECTS)
		throw new CollabError('tooManyProjects', { totalItems });
}
