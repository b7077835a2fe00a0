/** What a snapshot is needed for, since recent changes do not show it. */
import { idHash } from './hash';
import type { KnownProjects } from './known';
import {
	type ChangeOptions,
	CONDITION_EVENTS,
	isRemovedChosen,
	type TriggerEvent,
} from './options';
import type { SnapshotState, TriggerState } from './state';
import { mayBeOld } from './watermarks';

const NEED_ALL: readonly TriggerEvent[] = [...CONDITION_EVENTS, 'removed'];

/** Whether events are chosen that are about all projects, and not only about those that changed. */
export const needsAll = ({ events }: ChangeOptions) =>
	events.some((event) => NEED_ALL.includes(event));

/** What all projects have to be known for, as a hash; undefined where recent ones are enough. */
export function purposeOf(
	options: ChangeOptions,
	{ watched, conditions }: Pick<KnownProjects, 'watched' | 'conditions'>,
): string | undefined {
	const removed = isRemovedChosen(options) ? [`removed ${options.inclusion}`] : [];
	const values = watched.name === '' ? [] : [`values ${watched.name}`];
	const names = [...removed, ...values, ...conditions.map(({ name }) => name)];
	return names.length === 0 ? undefined : idHash(JSON.stringify(names));
}

/**
 * Whether a snapshot has to begin: for a gap or All Existing Projects, for what is newly chosen, for the conditions of a new
 * day, and for Removed where the service counts other projects than are known.
 */
export function isSnapshotDue(
	options: ChangeOptions,
	{ recent, established }: Pick<TriggerState, 'recent' | 'established'>,
	known: KnownProjects,
	totalItems: number | undefined,
): boolean {
	const purpose = purposeOf(options, known);
	if (recent.missedFrom !== undefined) return true;
	if (purpose === undefined) return false;
	if (purpose !== established.purpose) return true;
	if (known.conditions.length > 0 && known.today !== established.day) return true;
	// An account that looks empty is not believed.
	if (!isRemovedChosen(options) || !established.isWhole || !totalItems) return false;
	if (mayBeOld(recent)) return false;
	return totalItems - known.presentCount !== established.difference;
}

export function newSnapshot(
	options: ChangeOptions,
	{ recent }: Pick<TriggerState, 'recent'>,
	known: KnownProjects,
): SnapshotState {
	return {
		purpose: purposeOf(options, known),
		isOfExisting: recent.missedFrom === 0 && options.startFrom === 'all',
		newsFrom: recent.missedFrom,
		day: known.today,
		seenOfKnown: 0,
		createdUpTo: 0,
		offset: 0,
		lastIds: [],
		isSound: true,
		stalledPolls: 0,
	};
}
