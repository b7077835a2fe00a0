/** The requests of a reading. Their answers are used in the order of the windows, whichever comes first. */
import type { FetchPage, ListQuery, Page } from '../contract';
import { furthestWindow, OVERLAP, type PageSize, type Window } from './windows';

export class WindowQueue {
	private readonly underWay: Array<ReturnType<WindowQueue['send']>> = [];

	constructor(
		private readonly fetchPage: FetchPage,
		private readonly query: ListQuery,
		private readonly pageSize: PageSize,
		private readonly mostUnderWay: number,
	) {}

	/** Asks for a window that is used before all others. */
	putFirst(window: Window): void {
		this.underWay.unshift(this.send(window));
	}

	/** Takes the first window; asks for this one if none is under way, and for those that follow up to an offset. */
	take(next: Window, until: number) {
		if (this.underWay.length === 0) this.putFirst(next);
		while (this.underWay.length < this.mostUnderWay) {
			const { end } = this.underWay.at(-1)!.window;
			const following = furthestWindow(end - OVERLAP, this.pageSize.most);
			if (end >= until || following.end <= end) break;
			this.underWay.push(this.send(following));
		}
		return this.underWay.shift()!;
	}

	private send(window: Window) {
		const answer = this.fetch(window);
		// An answer that nobody waits for any more may fail.
		answer.catch(() => undefined);
		return { window, answer };
	}

	/** Asks once more for a page on which rows are missing. Of two answers, the one with more rows is believed. */
	private async fetch(window: Window): Promise<Page> {
		let page = await this.fetchPage(this.query, window);
		if (this.pageSize.isTooShort(window, page)) {
			const again = await this.fetchPage(this.query, window).catch(() => page);
			if (again.rows.length >= page.rows.length) page = again;
		}
		this.pageSize.learn(window, page);
		return page;
	}
}
