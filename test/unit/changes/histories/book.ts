import type { Change } from '../../../../nodes/Collab/core/changes/options';
import type { Settings, Start } from './randomHistories';

/** When a poll ran, by the service's clock, and for what. */
export interface PollFacts {
	readonly fromMs: number;
	readonly toMs: number;
	/** What the poll takes for the time at its end; later stamps lie in the future. */
	readonly clockMs: number;
	/** Whether it ended before it had read what it wanted to. */
	readonly isCut: boolean;
	/** A new object whenever they are edited. */
	readonly settings: Settings;
	readonly start: Start;
	/** Another one for each account and start. */
	readonly origin: string;
}

/** Until when the trigger certainly knows which version: as of a rest, or by having delivered it. */
export interface Known {
	readonly seq: number;
	readonly settings: Settings;
}

/** What the polls did that a state has seen. It goes where the state goes: back to an older one, when a save is lost. */
export interface Book {
	first: PollFacts | undefined;
	readonly delivered: Map<string, number>;
	readonly known: Map<string, Known>;
	rest: Known | undefined;
	readonly removed: Set<string>;
	/** By project, since the last rest. */
	readonly events: Map<string, ReadonlySet<Change['event']>>;
}
