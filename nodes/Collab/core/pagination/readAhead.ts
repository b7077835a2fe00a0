/** The requests of a walk: several under way at once, their answers taken in the order of the list. */
import type { Page, Window } from '../contract';
import { endOf } from './windows';

export type FetchWindow = (window: Window) => Promise<Page>;

/** An answer, and where in the list its rows stood when it was read. */
export interface Reading {
	readonly window: Window;
	readonly page: Page;
	/** Offset of the first row. */
	readonly start: number;
	/** Offset after the last row. */
	readonly end: number;
}

interface Request {
	readonly window: Window;
	/** Resolves when the request has ended, well or badly; never rejects. */
	readonly ended: Promise<void>;
	outcome?: { readonly reading: Reading } | { readonly error: unknown };
}

export class ReadAhead {
	private requests: Request[] = [];

	private sent = 0;

	private underWay = 0;

	constructor(private readonly fetchWindow: FetchWindow) {}

	get sentCount(): number {
		return this.sent;
	}

	/** Where the last window that was asked for ends, as far as is known. */
	get plannedEnd(): number | undefined {
		const last = this.requests.at(-1);
		if (last === undefined) return undefined;
		const { outcome } = last;
		return outcome && 'reading' in outcome ? outcome.reading.end : endOf(last.window);
	}

	/**
	 * Whether one more may be asked for. A place is kept free while the next answer is there already:
	 * it may turn out not to follow, and then a window has to be read before it.
	 */
	hasRoom(atOnce: number): boolean {
		if (this.requests.length === 0) return true;
		if (this.requests.some(({ outcome }) => outcome && 'error' in outcome)) return false;
		const kept = this.requests[0]?.outcome ? 1 : 0;
		return this.underWay + kept < atOnce && this.requests.length < 2 * atOnce;
	}

	askNext(window: Window): void {
		this.requests.push(this.send(window));
	}

	/** Asks for a window to be taken before all that were asked for so far. */
	askFirst(window: Window): void {
		this.requests.unshift(this.send(window));
	}

	putBack(reading: Reading): void {
		this.requests.unshift({
			window: reading.window,
			ended: Promise.resolve(),
			outcome: { reading },
		});
	}

	/** Forgets all that was asked for. What is under way ends unheard. */
	abandon(): void {
		this.requests = [];
	}

	/** The answer to the first window; `refill` runs whenever a request ends and makes room for another. */
	async take(refill: () => void): Promise<Reading> {
		refill();
		const [first] = this.requests;
		if (first === undefined) throw new Error('No window was asked for');
		while (!first.outcome) {
			const underWay = this.requests.filter(({ outcome }) => !outcome);
			await Promise.race(underWay.map(({ ended }) => ended));
			refill();
		}
		this.requests.shift();
		if ('error' in first.outcome) throw first.outcome.error;
		return first.outcome.reading;
	}

	private send(window: Window): Request {
		this.sent++;
		this.underWay++;
		const settle = async () => {
			try {
				request.outcome = { reading: locate(window, await this.fetchWindow(window)) };
			} catch (error) {
				request.outcome = { error };
			} finally {
				this.underWay--;
			}
		};
		const request: Request = { window, ended: Promise.resolve().then(settle) };
		return request;
	}
}

function locate(window: Window, page: Page): Reading {
	const perPage = Math.min(window.perPage, page.pagination.perPage);
	const start = (window.page - 1) * perPage;
	return { window, page, start, end: start + page.projects.length };
}
