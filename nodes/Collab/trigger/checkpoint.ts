/**
 * The newest state of a trigger. What n8n has saved is not always the newest (n8n 2.41):
 *
 * - Of a poll without items it is saved by registrations of the classic scheduler and by polls of the durable one with durable
 *   cursors, and by no others. So it is kept here, and the next poll begins from it.
 * - With items it is saved together with them, by the durable scheduler a moment later. Until n8n shows it as saved, a poll would
 *   deliver the same again, and is left out. After a minute n8n has dropped both (the workflow was unpublished, the database was
 *   away), and the next poll delivers them.
 *
 * Both hold as long as what n8n has saved is a state from which those here were derived: another main instance's state counts
 * more. So each saved state has a revision that no other process gives.
 */
import { randomUUID } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

/** Longer than n8n takes from the end of a poll until its state is saved. */
const SAVED_WITHIN_MS = 60_000;

export class Checkpoint {
	private newest: unknown;

	/** Its items are on their way: n8n has not shown it as saved yet. */
	private delivered: { state: unknown; revision: string; atMs: number } | undefined;

	/** Names the states that follow one another here, and the saved one that they began with: undefined where none was. */
	private chain = randomUUID();
	private beginsWith: unknown;

	/** The state to begin a poll from; undefined while n8n is saving what the last one delivered. */
	begin(saved: IDataObject): { readonly state: unknown } | undefined {
		const { state, revision } = saved;
		const isOfChain = typeof revision === 'string' && revision.startsWith(this.chain);
		if (!isOfChain && revision !== this.beginsWith) this.restart(state, revision);
		const { delivered } = this;
		if (delivered && delivered.revision === revision) this.newest = delivered.state;
		else if (delivered && Date.now() - delivered.atMs < SAVED_WITHIN_MS) return undefined;
		this.delivered = undefined;
		return { state: this.newest };
	}

	/** The end of a poll: writes its state to where n8n will save it. */
	end(saved: IDataObject, state: object, hasItems: boolean): void {
		const revision = `${this.chain}/${randomUUID()}`;
		saved['state'] = { ...state };
		saved['revision'] = revision;
		if (hasItems) this.delivered = { state, revision, atMs: Date.now() };
		else this.newest = state;
	}

	private restart(state: unknown, revision: unknown): void {
		this.newest = state;
		this.delivered = undefined;
		this.chain = randomUUID();
		this.beginsWith = revision;
	}
}
