import type { Change, ChangeOptions } from '../../../nodes/Collab/core/changes/options';
import type { poll as ourPoll, StateStore } from '../../../nodes/Collab/core/changes/poll';
import type { FetchPage, Page } from '../../../nodes/Collab/core/contract';
import { CollabError } from '../../../nodes/Collab/core/errors';

export type Poll = typeof ourPoll;

export type Answer = (...request: Parameters<FetchPage>) => Page;

/** What a poll may take. */
export const POLL_TIME_MS = 36_000;

interface TimedPoll {
	readonly store: StateStore;
	readonly options: ChangeOptions;
	/** Whose time passes. */
	readonly service: { readonly nowMs: number };
	/** Fails with the error that the request is to fail with. */
	readonly answer: Answer;
	/** How far this machine's clock is ahead of the service's. */
	readonly skewMs: number;
}

/**
 * Runs a poll in virtual time. Its requests are answered one after the other, and fail when its time is over; what is not
 * answered when it has ended never is.
 */
export async function pollInTime(
	poll: Poll,
	{ store, options, service, answer, skewMs }: TimedPoll,
): Promise<Change[]> {
	const fromMs = service.nowMs;
	let hasEnded = false;
	let last: Promise<unknown> = Promise.resolve();
	const fetchPage: FetchPage = async (...request) => {
		const answered = last.then(() => {
			if (hasEnded) return new Promise<never>(() => undefined);
			const page = answer(...request);
			if (service.nowMs <= fromMs + POLL_TIME_MS) return page;
			throw new CollabError('unavailable', { reason: 'timeout' });
		});
		last = answered.catch(() => undefined);
		return await answered;
	};
	const runtime = {
		now: () => service.nowMs + skewMs,
		timeUsed: () => (service.nowMs - fromMs) / POLL_TIME_MS,
	};
	try {
		return await poll(store, fetchPage, options, runtime);
	} finally {
		hasEnded = true;
	}
}
