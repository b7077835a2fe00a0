/**
 * Reads a list by its page numbers while it may be changing: every project that nobody touches
 * meanwhile comes out exactly once, or the walk fails. links.ts has the proof.
 */
import type { Batch, WalkOptions } from './course';
import { Course } from './course';
import type { FetchPage } from './readAhead';

export type { Batch, WalkOptions } from './course';
export type { FetchPage } from './readAhead';

export async function* walk(
	fetchPage: FetchPage,
	options: WalkOptions,
): AsyncGenerator<Batch, void> {
	const course = new Course(fetchPage, options);
	while (!course.isFinished) {
		const batch = await course.advance();
		if (batch !== undefined) yield batch;
	}
}
