/** Reads windows of the list for as long as a poll has time, and keeps what was read when the service stops answering. */
import type { FetchPage } from '../contract';
import { CollabError, type ErrorKind } from '../errors';
import type { AnchoredReader, ReadingEnd } from '../list/anchoredReader';
import type { PollRuntime } from './options';

/** Takes the place of a request for which there is no time. */
class OutOfTime extends Error {}

/** Asks as long as not more than this share of the poll's time is used; what was asked for by then is taken. */
export function fetchUntil(share: number, fetchPage: FetchPage, runtime: PollRuntime): FetchPage {
	return async (...request) => {
		if (runtime.timeUsed() > share) throw new OutOfTime();
		return await fetchPage(...request);
	};
}

/** The next poll may have an answer. */
const PASSING: readonly ErrorKind[] = ['rateLimited', 'unavailable'];

/**
 * `interrupted`: the time is over, or the service does not answer now. Other errors are thrown.
 *
 * @param mayStop whether what was read is worth keeping when the service does not answer; otherwise its error is thrown
 */
export async function readOn(
	reader: AnchoredReader,
	mayStop: () => boolean,
): Promise<ReadingEnd | 'interrupted'> {
	return await reader.read().catch((error: unknown) => {
		const isPassing = error instanceof CollabError && PASSING.includes(error.kind);
		if (error instanceof OutOfTime || (isPassing && mayStop())) return 'interrupted';
		throw error;
	});
}
