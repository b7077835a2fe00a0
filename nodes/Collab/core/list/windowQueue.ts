/** The requests of a reading. Answers are used in the order of their windows; they tell the page size as they come. */
import type { Page } from '../contract';
import { furthestWindow, OVERLAP, type PageSize, type Window } from './windows';

export class WindowQueue {
	private readonly underWay: Array<{ window: Window; answer: Promise<Page> }> = [];

	constructor(
		private readonly ask: (window: Window) => Promise<Page>,
		private readonly pageSize: PageSize,
		private readonly mostUnderWay: number,
	) {}

	/** Asks for a window that is used before all others, which stay. */
	putFirst(window: Window): void {
		this.underWay.unshift(this.send(window));
	}

	/** Takes the first window under way, or `next` only if there is none. Asks ahead for those that follow, to `until`. */
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
		// If nobody waits for it any more, a failure must not end n8n.
		answer.catch(() => undefined);
		return { window, answer };
	}

	/** Asks once more for a page on which rows are missing. The later answer is used, unless it has fewer rows. */
	private async fetch(window: Window): Promise<Page> {
		let page = await this.ask(window);
		if (this.pageSize.lacksRows(window, page)) {
			const again = await this.ask(window).catch(() => page);
			if (again.rows.length >= page.rows.length) page = again;
		}
		this.pageSize.learn(window, page);
		return page;
	}
}
