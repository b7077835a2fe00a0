/** A history: a service, an n8n, and what happens to both. */
import type { ChangeEvent } from '../../../../nodes/Collab/core/changes/options';
import type { StatusFilter } from '../../../../nodes/Collab/core/contract';
import type { ServiceShape } from './service';

/** What a user may edit without losing the state. */
export interface Settings {
	readonly events: readonly ChangeEvent[];
	readonly fieldsToWatch: readonly string[];
	readonly includePreviousValues: boolean;
	readonly status: StatusFilter;
	readonly lookBackMs: number;
}

/**
 * `classic`: polls share one live object, which is saved when items are emitted and at registration.
 * `durable`: each poll gets a copy, which is saved together with what it emits; and, with durable cursors, without, too.
 */
export type Scheduler = 'classic' | 'durable' | 'durable without cursors';

/** Projects are chosen by number among those that there ever were. */
export type OnProject =
	| 'rename'
	| 'touch'
	| 'archive'
	| 'restore'
	| 'complete'
	| 'reopen'
	| 'delete';

export type Edit =
	| { readonly do: 'create' }
	| { readonly do: OnProject; readonly project: number }
	/** Two changes with one stamp, the second back to what it was, or on; it may become visible later than the first. */
	| {
			readonly do: 'change twice';
			readonly project: number;
			readonly isBack: boolean;
			readonly seconds: number;
	  }
	/** For a project without a stamp: its content changes and it stays without. */
	| { readonly do: 'rename without stamp'; readonly project: number }
	| { readonly do: 'rename late'; readonly project: number; readonly seconds: number }
	| { readonly do: 'date ahead'; readonly project: number; readonly days: number }
	| { readonly do: 'import'; readonly count: number; readonly everyMs: number }
	| { readonly do: 'rename all'; readonly everyMs: number };

/** What happens while a poll reads, by the number of the answer, and to what it saves. */
export interface Trouble {
	readonly edits: ReadonlyArray<{ readonly answer: number; readonly edit: Edit }>;
	readonly failsAt: number | null;
	readonly lags: ReadonlyArray<{ readonly answer: number; readonly seconds: number }>;
	readonly absurdDateAt: number | null;
	/** classic: n8n ends after the items were emitted and before they were saved. durable: the commit fails. */
	readonly losesSave: boolean;
}

export type Step =
	| { readonly do: 'edit'; readonly edit: Edit }
	| { readonly do: 'wait'; readonly seconds: number }
	| { readonly do: 'poll'; readonly trouble: Trouble }
	| { readonly do: 'restart' }
	| { readonly do: 'settings'; readonly settings: Settings }
	| { readonly do: 'new start'; readonly account: string; readonly start: Start }
	| { readonly do: 'rest' };

/** `since` begins an hour before the history, when half of the projects had changed. */
export type Start = 'now' | 'all' | 'since';

export interface History {
	/** Decides the order of ties and which projects have no stamp. */
	readonly seed: number;
	readonly service: ServiceShape;
	readonly scheduler: Scheduler;
	/** How far this machine's clock is ahead of the service's. */
	readonly clockSkewMs: number;
	readonly start: Start;
	readonly settings: Settings;
	readonly steps: readonly Step[];
}

export const LONGEST_LAG_S = 5;

/** Requests that a poll has time for at a service without a rate limit. */
export const QUICK = 400;

export const NO_TROUBLE: Trouble = {
	edits: [],
	failsAt: null,
	lags: [],
	absurdDateAt: null,
	losesSave: false,
};

/** Options that histories do not vary. */
export const SAME_IN_ALL = {
	matches: undefined,
	inclusion: '',
	dueSoonDays: 7,
	staleDays: 30,
	timeZone: 'UTC',
} as const;
