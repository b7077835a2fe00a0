/** The newest state of a trigger in this process, which n8n does not always save. */
import { randomUUID } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

import type { TriggerState } from '../core/changes/state';

const NOTHING_SAVED = 'nothing saved';

/**
 * n8n saves a state with the items of its poll, and drops it in some cases: of a poll without items (durable scheduler
 * without durable cursors), of a registration (durable scheduler with them), of an execution that could not be created.
 * The newest state is therefore kept here too, and the next poll begins from it, provided that what n8n has saved is a
 * state that it was derived from. Another main instance may have gone on meanwhile: its state always counts more. So each
 * saved state carries a name that no other process gives.
 */
export class Checkpoint {
	private newest: TriggerState | undefined;

	/** Names the states that follow one another here, and the saved one that they began with. */
	private chain = randomUUID();

	private beginsWith: string | undefined;

	private count = 0;

	/** The state to begin from: undefined where there is none. */
	load(saved: IDataObject): unknown {
		if (this.newest !== undefined && this.isEarlier(revisionOf(saved))) return this.newest;
		this.newest = undefined;
		this.chain = randomUUID();
		this.beginsWith = revisionOf(saved);
		return saved['state'];
	}

	/** Writes a state to where n8n will save it. It counts here only when it is adopted. */
	write(saved: IDataObject, state: TriggerState): void {
		this.count += 1;
		saved['state'] = { ...state };
		saved['revision'] = `${this.chain}/${this.count}`;
	}

	adopt(state: TriggerState): void {
		this.newest = state;
	}

	/** Goes back to what n8n has saved; false when a later state was adopted already. */
	dropIfNewest(state: TriggerState): boolean {
		if (this.newest !== state) return false;
		this.newest = undefined;
		return true;
	}

	forget(): void {
		this.newest = undefined;
	}

	private isEarlier(revision: string | undefined): boolean {
		if (revision === undefined) return false;
		return revision === this.beginsWith || revision.startsWith(`${this.chain}/`);
	}
}

/** Names what n8n has saved; undefined for a state that was written by nobody here. */
export function revisionOf({ state, revision }: IDataObject): string | undefined {
	if (state === undefined) return NOTHING_SAVED;
	return typeof revision === 'string' ? revision : undefined;
}
