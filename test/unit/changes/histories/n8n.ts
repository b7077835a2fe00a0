/** How n8n keeps the state of one trigger, and with it what the oracle knows of the polls that this state has seen. */
import type { StateStore } from '../../../../nodes/Collab/core/changes/poll';
import { type Book, copyOfBook, newBook } from './ledger';
import type { Scheduler } from './history';

interface Kept {
	state: unknown;
	readonly book: Book;
}

/** A poll's copy of what is kept; or, with the classic scheduler, the thing itself. */
export interface Attempt {
	readonly store: StateStore;
	readonly book: Book;
}

export class N8n {
	private live: Kept = { state: undefined, book: newBook() };

	private saved = copyOf(this.live);

	private attempt: Kept | undefined;

	constructor(private readonly scheduler: Scheduler) {}

	get hasRegistrationPoll(): boolean {
		return this.scheduler === 'classic';
	}

	/** Whether items and state are saved in one transaction: both or none. */
	get commitsBoth(): boolean {
		return this.scheduler !== 'classic';
	}

	begin(): Attempt {
		const kept = this.scheduler === 'classic' ? this.live : copyOf(this.saved);
		this.attempt = kept;
		const store: StateStore = {
			load: () => kept.state,
			save: (state) => {
				kept.state = state;
			},
		};
		return { store, book: kept.book };
	}

	/** After a poll that ended well. The durable scheduler drops what a poll at registration wrote, unless it emits. */
	keep({ emits, isRegistration }: { emits: boolean; isRegistration: boolean }): void {
		const savesIdle = this.scheduler === 'classic' ? isRegistration : this.savesIdlePolls;
		if (!this.attempt || !(emits || savesIdle)) return;
		this.saved = this.commitsBoth ? this.attempt : copyOf(this.attempt);
	}

	/** Only what was saved survives. */
	restart(): void {
		this.live = copyOf(this.saved);
	}

	private get savesIdlePolls(): boolean {
		return this.scheduler === 'durable';
	}
}

/** The state goes through JSON, as in n8n's database. */
function copyOf({ state, book }: Kept): Kept {
	const json = JSON.stringify(state) as string | undefined;
	return {
		state: json === undefined ? undefined : (JSON.parse(json) as unknown),
		book: copyOfBook(book),
	};
}
