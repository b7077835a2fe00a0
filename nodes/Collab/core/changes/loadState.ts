/** Loads the state with which a poll begins. This or an older version saved it, for these settings or for others. */
import { isRecord } from '../contract';
import { CollabError } from '../errors';
import type { PollContext } from './context';
import { ALL_TIME, newState, toSaved, type TriggerState, VERSION } from './state';
import { Table } from './table';

/**
 * The saved state, or a new one if nothing was saved, or only for another account or starting point. Other settings may
 * change without losing the state.
 *
 * @throws CollabError `stateUnreadable`, since to begin anew would leave out what changed meanwhile; `tooManyProjects`
 */
export function readState(saved: unknown, context: PollContext): TriggerState {
	const fresh = newState(context.options);
	const state = saved === undefined || saved === null ? fresh : stateIn(saved, fresh);
	return adaptedToNeeds(context, state.origin === fresh.origin ? state : fresh);
}

function stateIn(saved: unknown, fresh: TriggerState): TriggerState {
	const isOf1 = isRecord(saved) && saved['version'] === 1 && isRecord(saved['stream']);
	if (isOf1 && Array.isArray(saved['projects']))
		return converted(saved as unknown as StateOf1, fresh);
	const { check, ...state } = saved as ReturnType<typeof toSaved>;
	const isState = state.version === VERSION && typeof state.projects === 'string';
	if (!isState || check !== toSaved(state).check) throw new CollabError('stateUnreadable');
	return state;
}

/**
 * What stays of a state where the settings now need something else of projects, be it more or less:
 *
 * - The version of each project stays, so that nothing is delivered again. Values stay if their fields are the same.
 * - `lastSnapshot` is null, so that a new snapshot reads all projects, if all are needed.
 * - A snapshot that was under way ends. Its gap, which is older than `stream.gapFrom`, replaces that.
 */
function adaptedToNeeds({ needs, conditions }: PollContext, state: TriggerState): TriggerState {
	const { stream, snapshot, needs: lastNeeds, projects } = state;
	if (JSON.stringify(needs) === JSON.stringify(lastNeeds)) return state;
	const isSameFields = JSON.stringify(needs?.fields) === JSON.stringify(lastNeeds?.fields);
	// What held before a condition was chosen does not begin: it counts as holding until the project is read.
	const added = conditions.filter(({ name }) => !lastNeeds?.events.includes(name));
	const holding = added.reduce((sum, { mark }) => sum | mark, 0);
	const table = new Table(projects);
	const values = isSameFields ? {} : { values: [] };
	for (const [id, known] of table)
		table.set(id, { ...known, marks: known.marks | holding, ...values });
	// Here, as the poll makes a new table of this text, which counts as unchanged. `true`: values may go, not projects.
	table.makeRoom(true);
	return {
		...state,
		stream: { ...stream, gapFrom: snapshot?.gapFrom ?? stream.gapFrom },
		snapshot: null,
		needs,
		lastSnapshot: null,
		projects: table.toText(),
	};
}

/** What version 1.0 saved. The picked fields mean what they mean now. It saved no total and no `allCountedAt`. */
type StateOf1 = Pick<TriggerState, 'origin' | 'stream' | 'snapshot' | 'needs' | 'countOffset'> & {
	/** The second of n8n's clock in which the last finished snapshot began; null before one. Its end was not saved. */
	readonly filledAt: number | null;
	/** Whether All Existing Projects had not delivered all of them yet. */
	readonly owesExisting: boolean;
	/** For each project the array that is saved as a line of JSON now. */
	readonly projects: readonly unknown[];
};

function converted({ filledAt, owesExisting, ...saved }: StateOf1, fresh: TriggerState) {
	// Existing projects that were owed are a gap now, for which a snapshot begins anew.
	const gap = owesExisting && { gapFrom: ALL_TIME };
	return {
		...fresh,
		...saved,
		version: fresh.version,
		stream: { ...saved.stream, ...gap },
		snapshot: gap ? null : saved.snapshot,
		lastSnapshot:
			saved.needs && filledAt !== null
				? { beganAt: filledAt, endedAt: filledAt, hasMissed: false }
				: null,
		projects: saved.projects.map((project) => JSON.stringify(project)).join('\n'),
	};
}
