/**
 * Reads a list by its page numbers while it may be changing: every project that nobody touches
 * meanwhile comes out exactly once, or the walk fails. links.ts has the proof.
 */
import type { Batch, WalkOptions } from './course';
import { Course } from './course';
import type { FetchWindow } from './readAhead';

export type { Batch, WalkOptions } from './course';
export type { FetchWindow } from './readAhead';

export async function* walk(
	fetchWindow: FetchWindow,
	options: WalkOptions,
): AsyncGenerator<Batch, void> {
	const course = new Course(fetchWindow, options);
	while (!course.isFinished) {
		const batch = await course.advance();
		if (batch !== undefined) yield batch;
	}
}
