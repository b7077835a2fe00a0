/**
 * The change cursor: from what was saved and what a poll has read to what is new and what to save next.
 * Nothing here knows n8n, the network or the time.
 */
import { changedAt, type ChangedProject, type ChangeOptions, type PollReading } from './options';
import { type ChangeState, instantOf, type Phase } from './state';
import type { JsonValue, Project } from '../contract';
import { DeliveredVersions } from './delivered';
import { changeOf, matchesStatus } from './events';
import { compareInstants, type Instant, parseInstant } from '../time';
import { Memory, rememberedFields } from './memory';
import { nextPlace } from './place';

export interface Advance {
	/** Oldest first. */
	readonly changes: readonly ChangedProject[];
	readonly next: ChangeState;
}

interface Row {
	readonly project: Project;
	readonly at: Instant | undefined;
}

/** Applies a finished reading. Of several that began from one state only one may be applied: compare `turn`. */
export function advance(state: ChangeState, reading: PollReading, options: ChangeOptions): Advance {
	const delivered = DeliveredVersions.fromSaved(state.delivered);
	const rows = reading.rows.map((project) => ({ project, at: changedAt(project) })).sort(byAge);
	const isNews = newsSince(state, delivered);
	const news = rows.filter(isNews);
	const saved = Memory.fromSaved(state.memory, rememberedFields(options));
	const memory = reading.seeds
		? saved.seededWith(rows.filter((row) => !isNews(row)).map(({ project }) => project))
		: saved;
	const changes: ChangedProject[] = [];
	for (const { project, at } of news) {
		if (!at && !delivered.canHoldUndated) continue;
		const change = describe(project, state, { delivered, memory }, options);
		if (change) changes.push(change);
		delivered.add(project, at);
		memory.note(project);
	}
	const stamps = { read: rows.flatMap(({ at }) => at ?? []), remembered: delivered.stamps() };
	const place = nextPlace(state, reading, stamps, options.lookBackMs);
	return { changes, next: nextState(state, reading, place, { delivered, memory }) };
}

/** The item of a changed project: its fields, what happened, and what is known about the difference. */
export function toItem({ project, event, changes }: ChangedProject): Record<string, JsonValue> {
	return { ...project, event, changes: changes as unknown as JsonValue };
}

function byAge(a: Row, b: Row): number {
	if (!a.at || !b.at) return Number(Boolean(a.at)) - Number(Boolean(b.at));
	return compareInstants(a.at, b.at);
}

function newsSince(state: ChangeState, delivered: DeliveredVersions): (row: Row) => boolean {
	const floor = instantOf(state.floor);
	return ({ project, at }) =>
		!(at && floor && compareInstants(at, floor) < 0) && !delivered.has(project);
}

interface Knowledge {
	readonly delivered: DeliveredVersions;
	readonly memory: Memory;
}

function describe(
	project: Project,
	state: ChangeState,
	{ delivered, memory }: Knowledge,
	options: ChangeOptions,
): ChangedProject | undefined {
	if (state.phase === 'baseline') return undefined;
	const changes = memory.changesTo(project);
	if (state.phase === 'filling') {
		// It was read by an earlier poll: what it was told as then does not hold any more.
		const change = changes && changeOf(project, { isNew: false, changes }, options);
		if (change) return change;
		const isWanted = matchesStatus(project, options.status);
		return isWanted ? { project, event: 'existing', changes: {} } : undefined;
	}
	const isNew =
		!delivered.knows(project) && !memory.knows(project) && isCreatedSince(state, project);
	return changeOf(project, { isNew, changes }, options);
}

function isCreatedSince(state: ChangeState, project: Project): boolean {
	const horizon = instantOf(state.horizon);
	if (!horizon) return true;
	const createdAt = parseInstant(project['created_at']);
	return createdAt !== undefined && compareInstants(createdAt, horizon) >= 0;
}

function nextState(
	state: ChangeState,
	reading: PollReading,
	place: ReturnType<typeof nextPlace>,
	{ delivered, memory }: Knowledge,
): ChangeState {
	const { version, account, startFrom, turn } = state;
	return {
		version,
		account,
		startFrom,
		turn: turn + 1,
		phase: nextPhase(state.phase, reading.complete),
		...place,
		delivered: delivered.toSaved(instantOf(place.floor)),
		memory: memory.toSaved(),
	};
}

function nextPhase(phase: Phase, complete: boolean): Phase {
	if (complete || phase === 'baseline') return 'watching';
	return phase === 'filling' ? 'filling' : 'catchingUp';
}
