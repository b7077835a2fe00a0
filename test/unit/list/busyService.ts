/** Serves several requests at once, in any order, with the account changing between any two. */
import { setImmediate } from 'node:timers/promises';
import type { Looseness } from '../looseListing';
import {
	type ListQuery,
	type Page,
	parsePage,
	type PageRequest,
} from '../../../nodes/Collab/core/contract';
import { type Account, type Change, pick, type Random } from './account';

export interface ServiceShape {
	readonly looseness: Looseness;
	/** Changes that happen, between any two requests. */
	readonly changes: readonly Change[];
	/** Changes for each request, on average. */
	readonly changesPerRequest: number;
	/** After so many changes the account is quiet. */
	readonly maxChanges: number;
	/** Whether changes may happen between counting and selecting. */
	readonly countsFirst: boolean;
	/** How long a request takes, in milliseconds of the account's time. */
	readonly latencyMs: number;
	/** How far the service's Date header is ahead of its stamps, in milliseconds. */
	readonly dateSkewMs: number;
}

interface Pending {
	readonly query: ListQuery;
	readonly window: PageRequest;
	readonly resolve: (page: Page) => void;
	page?: Page;
}

export class BusyService {
	/** Requests so far. */
	asked = 0;

	private readonly pending: Pending[] = [];

	private isServing = false;

	private changed = 0;

	constructor(
		private readonly account: Account,
		private readonly shape: ServiceShape,
		private readonly random: Random,
	) {}

	readonly fetchPage = async (query: ListQuery, window: PageRequest): Promise<Page> => {
		this.asked += 1;
		return await new Promise((resolve) => {
			this.pending.push({ query, window, resolve });
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
			if (next.page === undefined) next.page = this.read(next);
			else {
				this.pending.splice(this.pending.indexOf(next), 1);
				next.resolve(next.page);
			}
		}
		this.isServing = false;
	}

	private read({ query, window }: Pending): Page {
		const { countsFirst, latencyMs, dateSkewMs } = this.shape;
		const { account } = this;
		this.changeSome();
		account.nowMs += latencyMs * (0.5 + this.random());
		const body = account.answer({ ...query, ...window }, () => {
			if (countsFirst) this.changeSome();
		});
		const servedAtMs = Math.floor((account.nowMs + dateSkewMs) / 1000) * 1000;
		return { ...parsePage(body), servedAtMs };
	}

	private changeSome(): void {
		const { changes, changesPerRequest, maxChanges } = this.shape;
		if (changes.length === 0) return;
		for (let due = changesPerRequest; due >= 1 || this.random() < due; due -= 1) {
			if (this.changed++ >= maxChanges) return;
			this.account.nowMs += this.shape.latencyMs * this.random();
			this.account.change(pick(changes, this.random));
		}
	}
}
