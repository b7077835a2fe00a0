/** Makes the state to begin a poll with of what was saved: by this version or another, for these settings or others. */
import { isRecord } from '../contract';
import { CollabError } from '../errors';
import type { PollContext } from './context';
import { ALL_TIME, newState, toSaved, type TriggerState, VERSION } from './state';
import { Table } from './table';

/**
 * The saved state, or a new one when nothing was saved, for another account and for another starting point. Other
 * settings may change without losing the state.
 *
 * @throws CollabError `stateUnreadable`: to begin anew by itself would leave out all that changed since the last poll
 */
export function readState(saved: unknown, context: PollContext): TriggerState {
	const fresh = newState(context.options);
	const state = saved === undefined || saved === null ? fresh : stateIn(saved, fresh);
	return adaptedToNeeds(context, state.origin === fresh.origin ? state : fresh);
}

function stateIn(saved: unknown, fresh: TriggerState): TriggerState {
	if (isRecord(saved) && saved['version'] === 1)
		return converted(saved as unknown as StateOf1, fresh);
	const { check, ...state } = saved as ReturnType<typeof toSaved>;
	const isState = state.version === VERSION && typeof state.projects === 'string';
	if (!isState || check !== toSaved(state).check) throw new CollabError('stateUnreadable');
	return state;
}

/**
 * Where other settings need anything else of projects, `lastReading` is null, so that a new snapshot reads all.
 * Their versions stay, so that nothing is delivered again. A snapshot that was under way gives its gap, which is older
 * than any other, back to the recent changes.
 */
function adaptedToNeeds({ needs, conditions }: PollContext, state: TriggerState): TriggerState {
	const { stream, snapshot, needs: lastNeeds, projects } = state;
	if (JSON.stringify(needs) === JSON.stringify(lastNeeds)) return state;
	const isSameFields = JSON.stringify(needs?.fields) === JSON.stringify(lastNeeds?.fields);
	// What held before a condition was chosen is not delivered: it counts as holding until the project is read.
	const added = conditions.filter(({ name }) => !lastNeeds?.events.includes(name));
	const holding = added.reduce((sum, { mark }) => sum | mark, 0);
	const table = new Table(projects);
	const values = isSameFields ? {} : { values: [] };
	for (const [id, known] of table)
		table.set(id, { ...known, marks: known.marks | holding, ...values });
	table.makeRoom(true);
	return {
		...state,
		stream: { ...stream, gapFrom: snapshot?.gapFrom ?? stream.gapFrom },
		snapshot: null,
		needs,
		lastReading: null,
		projects: table.toText(),
	};
}

/** Version 1.0 saved tuples for projects, when the last snapshot began, and whether existing projects were owed. */
type StateOf1 = Omit<TriggerState, 'projects'> &
	Readonly<{ filledAt: number | null; owesExisting: boolean; projects: readonly unknown[] }>;

function converted({ filledAt, owesExisting, ...saved }: StateOf1, fresh: TriggerState) {
	// Existing projects that were owed are a gap now, for which a snapshot begins anew.
	const gap = owesExisting && { gapFrom: ALL_TIME };
	return {
		...fresh,
		...saved,
		version: fresh.version,
		stream: { ...saved.stream, ...gap },
		snapshot: gap ? null : saved.snapshot,
		lastReading: filledAt === null ? null : { beganAt: filledAt, endedAt: filledAt },
		projects: saved.projects.map((project) => JSON.stringify(project)).join('\n'),
	};
}
