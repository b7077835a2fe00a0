import { CollabError } from '../../nodes/Collab/core/errors';

/** What this call gives, or the error of our own that it ends in. */
export function orError<T>(call: () => T): T | CollabError {
	try {
		return call();
	} catch (error) {
		if (error instanceof CollabError) return error;
		throw error;
	}
}

export function errorIn(call: () => unknown): CollabError {
	const error = orError(call);
	if (error instanceof CollabError) return error;
	throw new Error('no error');
}
