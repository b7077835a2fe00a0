/** Reads windows of the list for as long as a poll has time, and keeps what was read when the service stops answering. */
import type { FetchPage, ListQuery } from '../contract';
import { CollabError } from '../errors';
import { AnchoredReader, type ReadingEnd, type ReadingOptions } from '../list/anchoredReader';
import type { PollContext } from './options';

/** Takes the place of a request for which there is no time. */
class OutOfTime extends Error {}

/** @param share of the poll's time after which nothing more is asked for; what was asked for by then is taken */
export function readerOf(
	{ fetchPage, runtime }: PollContext,
	query: ListQuery,
	share: number,
	options: ReadingOptions,
): AnchoredReader {
	const fetchInTime: FetchPage = async (...request) => {
		if (runtime.timeUsed() > share) throw new OutOfTime();
		return await fetchPage(...request);
	};
	return new AnchoredReader(fetchInTime, query, {
		...options,
		mayMissRows: true,
		// The rows need not be kept: `take` has them.
		matches: () => false,
	});
}

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
		const isPassing = error instanceof CollabError && error.isPassing;
		if (error instanceof OutOfTime || (isPassing && mayStop())) return 'interrupted';
		throw error;
	});
}
