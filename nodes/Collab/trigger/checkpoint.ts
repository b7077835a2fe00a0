/**
 * The newest state of a trigger. What n8n has saved is not always the newest (n8n 2.41):
 *
 * - A state without items is saved only where the classic scheduler registers the trigger, or with durable cursors. So
 *   it is kept here, and the next poll begins from it.
 * - A state with items is saved with them, by the durable scheduler a moment later. A poll before that would deliver
 *   the same again, and is left out. After a minute n8n has dropped both (the workflow was unpublished, the database
 *   was away), and the next poll delivers them.
 *
 * Both hold while n8n has saved what those here were derived from: another main instance's state counts more. So each
 * saved state has a revision that no other process gives.
 */
import { randomUUID } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../core/contract';

/** Longer than n8n takes from the end of a poll until its state is saved. */
const SAVED_WITHIN_MS = 60_000;

const lengthOf = (state: unknown) => (isRecord(state) ? String(state['projects']).length : 0);

export class Checkpoint {
	private newest: unknown;

	/** Its items are on their way: n8n has not shown it as saved yet. */
	private delivered: { state: unknown; revision: string; atMs: number } | undefined;

	/** Every revision given here begins with it. */
	private readonly chain = randomUUID();

	/** The revision of the last state from elsewhere; undefined where none was saved. */
	private foreignRevision: unknown;

	/** Characters of the states that it keeps: of the tables in them, beside which the rest is small. */
	get size(): number {
		return lengthOf(this.newest) + lengthOf(this.delivered?.state);
	}

	/** The state to begin a poll from; undefined while n8n is saving what the last one delivered. */
	begin({ state, revision }: IDataObject): { state: unknown } | undefined {
		const isOwn = typeof revision === 'string' && revision.startsWith(this.chain);
		if (!isOwn && revision !== this.foreignRevision) {
			this.newest = state;
			this.foreignRevision = revision;
			this.delivered = undefined;
		}
		const { delivered } = this;
		if (delivered && delivered.revision === revision) this.newest = delivered.state;
		else if (delivered && Date.now() - delivered.atMs < SAVED_WITHIN_MS) return undefined;
		this.delivered = undefined;
		return { state: this.newest };
	}

	/** The end of a poll: writes its state to where n8n will save it. */
	end(saved: IDataObject, state: unknown, hasItems: boolean): void {
		const revision = `${this.chain}/${randomUUID()}`;
		Object.assign(saved, { state, revision });
		if (hasItems) this.delivered = { state, revision, atMs: Date.now() };
		else this.newest = state;
	}
}
