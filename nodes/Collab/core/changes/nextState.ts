/** What the next poll begins from. */
import { CollabError } from '../errors';
import { type Comparison, needsAll, purposeOf } from './comparison';
import type { KnownProjects } from './known';
import { type ChangeOptions, isRemovedChosen } from './options';
import type { Progress } from './readChanges';
import type { TriggerState } from './state';
import type { Keeps, SavedTable } from './table';

interface Outcome {
	readonly options: ChangeOptions;
	/** Undefined where all projects were not compared. */
	readonly comparison: Comparison | undefined;
}

/** @throws CollabError `tooManyProjects` */
export function nextState(
	before: TriggerState,
	progress: Progress,
	known: KnownProjects,
	outcome: Outcome,
): TriggerState {
	const { high, low, quietSinceMs, backlog, hasUnstamped } = progress;
	const { version, account, startFrom } = before;
	const isToBeCompared = hasUnstamped && before.filledFor === undefined && !outcome.comparison;
	// One poll behind: what changed while the last of all projects were read is read by the next poll only.
	const isDelivering = [before.backlog, backlog].some(Boolean) || isToBeCompared;
	const began = isDelivering ? known.began : undefined;
	const newSince = isToBeCompared ? before.newSince : progress.newSince;
	return {
		...{ version, account, startFrom, high, low, newSince, quietSinceMs, backlog, began },
		totalItems: knownTotal(progress, known, outcome),
		hasUnstamped,
		...comparedState(before, progress, known, outcome),
		valuesName: known.watched.name,
		...savedTable(outcome.options, { ...progress, began }, known),
	};
}

/** Of the projects that are known; while a backlog is left, only what was read of it. */
function knownTotal(
	progress: Progress,
	{ explainedTotal }: KnownProjects,
	{ options, comparison }: Outcome,
): number | undefined {
	if (comparison) return comparison.totalItems;
	if (isRemovedChosen(options)) return explainedTotal;
	return progress.backlog && explainedTotal !== undefined ? explainedTotal : progress.totalItems;
}

function comparedState(
	before: TriggerState,
	{ hasUnstamped, backlog }: Progress,
	known: KnownProjects,
	{ options, comparison }: Outcome,
) {
	const { today: day } = known;
	const purpose = purposeOf(options, known, hasUnstamped);
	const names = known.conditions.map(({ name }) => name);
	if (comparison) return { triedFor: purpose, filledFor: purpose, conditions: names, day };
	const conditions = before.conditions.filter((name) => names.includes(name));
	// What is asked for while all projects are delivered is read afterwards.
	const triedFor = backlog && before.began !== undefined ? before.triedFor : purpose;
	return { triedFor, filledFor: purpose && before.filledFor, conditions, day: before.day };
}

function savedTable(
	options: ChangeOptions,
	state: Progress & Pick<TriggerState, 'began'>,
	{ table, watched }: KnownProjects,
): SavedTable {
	const { newSince, low = 0, backlog, began, hasUnstamped, totalItems = 0 } = state;
	const keeps = keptOf(options, hasUnstamped);
	// Otherwise the recent ones are enough: those that can be read again, and those that must not be taken for new ones.
	const isRecentOnly = keeps === 'nothing' && watched.name === '' && began === undefined;
	if (isRecentOnly && newSince !== undefined) {
		table.forgetBefore(Math.min(newSince, backlog?.low ?? low));
	}
	const saved = table.toSaved(keeps, backlog !== undefined);
	if (saved === undefined) throw new CollabError('tooManyProjects', { totalItems });
	return saved;
}

function keptOf(options: ChangeOptions, hasUnstamped: boolean): Keeps {
	if (isRemovedChosen(options)) return 'records and values';
	return needsAll(options) || hasUnstamped ? 'records' : 'nothing';
}
