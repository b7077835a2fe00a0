import type { ChangeOptions, StartFrom } from './options';
import type { SavedVersions } from './delivered';
import { type Instant, instantFromKey, instantKey, parseInstant } from '../time';
import { rememberedFields, type SavedMemory } from './memory';

const VERSION = 1;

/**
 * baseline: nothing has been read yet, and what exists is not to be delivered.
 * filling: all that exists is being delivered, oldest first.
 * watching: changes are read newest first, down to the floor.
 * catchingUp: there were more than one poll can deliver; they are read oldest first, from the floor on.
 */
const PHASES = ['baseline', 'filling', 'watching', 'catchingUp'] as const;
export type Phase = (typeof PHASES)[number];

/** What is saved between two polls: plain JSON. Instants are keys of `instantKey`. */
export interface ChangeState {
	readonly version: typeof VERSION;
	readonly account: string;
	readonly startFrom: string;
	/** Counts the polls that ended: tells whether another one ended meanwhile. */
	readonly turn: number;
	readonly phase: Phase;
	/** The newest stamp read so far that does not lie in the future: the service's own, never this machine's. */
	readonly cursor?: string | undefined;
	/** What is older has been dealt with and is not read again. Never moves back. */
	readonly floor?: string | undefined;
	/** A project created at or after this, and not delivered yet, is new. */
	readonly horizon?: string | undefined;
	/** The service's time when it first showed the cursor's row. */
	readonly quietSinceMs?: number | undefined;
	readonly delivered: SavedVersions;
	readonly memory?: SavedMemory | undefined;
}

/**
 * The saved state, or a new one: when nothing was saved, when it cannot be understood, when it belongs to another
 * account, or when the starting point was set anew. Other settings may change without losing the place.
 */
export function readState(saved: unknown, options: ChangeOptions): ChangeState {
	const isOurs =
		isState(saved) &&
		saved.account === options.account &&
		saved.startFrom === nameOf(options.startFrom);
	return isOurs ? saved : newState(options);
}

export function instantOf(key: string | undefined): Instant | undefined {
	return key === undefined ? undefined : instantFromKey(key);
}

/** Whether the next poll reads all projects once, to learn the values that events are told by. */
export function wantsSeeding({ memory }: ChangeState, options: ChangeOptions): boolean {
	const fields = rememberedFields(options);
	if (fields.length === 0) return false;
	return !memory?.seeded || memory.fields.join() !== fields.join();
}

function newState({ account, startFrom }: ChangeOptions): ChangeState {
	const place = { account, startFrom: nameOf(startFrom) };
	const blank = { version: VERSION, ...place, turn: 0, delivered: {} } as const;
	if (startFrom === 'now') return { ...blank, phase: 'baseline' };
	if (startFrom === 'all') return { ...blank, phase: 'filling' };
	const since = parseInstant(startFrom.since);
	if (!since) return { ...blank, phase: 'baseline' };
	const floor = instantKey(since);
	return { ...blank, phase: 'watching', floor, horizon: floor };
}

function nameOf(startFrom: StartFrom): string {
	return typeof startFrom === 'string'
		? startFrom
		: `since ${startFrom.entered ?? startFrom.since}`;
}

function isState(value: unknown): value is ChangeState {
	return isRecord(value) && value['version'] === VERSION && SHAPE.every((fits) => fits(value));
}

const SHAPE: ReadonlyArray<(state: Record<string, unknown>) => boolean> = [
	({ account, startFrom }) => typeof account === 'string' && typeof startFrom === 'string',
	({ turn }) => Number.isSafeInteger(turn),
	({ phase }) => PHASES.some((known) => known === phase),
	({ cursor, floor, horizon }) => [cursor, floor, horizon].every(isKey),
	({ quietSinceMs }) => quietSinceMs === undefined || Number.isFinite(quietSinceMs),
	({ delivered }) => isRecord(delivered) && isTexts(Object.values(delivered)),
	({ memory }) => memory === undefined || isMemory(memory),
];

function isMemory(value: unknown): boolean {
	if (!isRecord(value)) return false;
	const { fields, seeded, words, projects } = value;
	return (
		isTexts(fields) && isTexts(words) && typeof seeded === 'boolean' && typeof projects === 'string'
	);
}

function isKey(value: unknown): boolean {
	return value === undefined || (typeof value === 'string' && instantFromKey(value) !== undefined);
}

function isTexts(value: unknown): boolean {
	return Array.isArray(value) && value.every((text) => typeof text === 'string');
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
