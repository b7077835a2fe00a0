import { CollabError } from '../../nodes/Collab/core/errors';

/** The error of our own that this call ends in. */
export function errorIn(call: () => unknown): CollabError {
	try {
		call();
	} catch (error) {
		if (error instanceof CollabError) return error;
		throw error;
	}
	throw new Error('no error');
}
