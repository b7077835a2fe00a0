/** Serves several requests at once, in any order, with the account changing between any two. */
import { setImmediate } from 'node:timers/promises';

import type { Page, Window } from '../../../nodes/Collab/core/contract';
import type { FetchWindow } from '../../../nodes/Collab/core/pagination/walk';
import { type Account, type Change, pick, type Random } from './account';

export interface Churn {
	readonly changes: readonly Change[];
	/** Changes for each request, on average. */
	readonly rate: number;
}

export const QUIET: Churn = { changes: [], rate: 0 };

interface Pending {
	readonly window: Window;
	readonly resolve: (page: Page) => void;
	page?: Page;
}

export class BusyService {
	/** Every window that was asked for. */
	readonly asked: Window[] = [];

	mostAtOnce = 0;

	private readonly pending: Pending[] = [];

	private isServing = false;

	constructor(
		private readonly account: Account,
		private readonly churn: Churn,
		private readonly random: Random,
		private readonly maxPerPage = 100,
	) {}

	readonly fetchWindow: FetchWindow = async (window) => {
		this.asked.push(window);
		return await new Promise((resolve) => {
			this.pending.push({ window, resolve });
			this.mostAtOnce = Math.max(this.mostAtOnce, this.pending.length);
			void this.serve();
		});
	};

	/** Each turn reads for one request, or sends off one answer: which one is left to chance. */
	private async serve(): Promise<void> {
		if (this.isServing) return;
		this.isServing = true;
		while (this.pending.length > 0) {
			await setImmediate();
			const next = pick(this.pending, this.random);
			if (next.page === undefined) next.page = this.read(next.window);
			else this.answer(next, next.page);
		}
		this.isServing = false;
	}

	private read({ page, perPage }: Window): Page {
		this.changeSome();
		return this.account.read({ page, perPage: Math.min(perPage, this.maxPerPage) });
	}

	private answer(request: Pending, page: Page): void {
		this.pending.splice(this.pending.indexOf(request), 1);
		request.resolve(page);
	}

	private changeSome(): void {
		if (this.churn.changes.length === 0) return;
		let due = this.churn.rate;
		while (due >= 1 || this.random() < due) {
			this.account.change(pick(this.churn.changes, this.random));
			due--;
		}
	}
}
