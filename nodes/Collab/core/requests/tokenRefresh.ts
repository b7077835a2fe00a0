import { CollabError } from '../errors';
import type { Runtime } from './limiter';

/** Sends a request; `mayRefresh` says whether n8n may refresh an expired token for it. */
export type Attempt<T> = (mayRefresh: boolean) => Promise<T | CollabError>;

/** Gives what the promise gives, or rejects when the caller no longer waits for it. */
export type Until = <T>(promise: Promise<T>) => Promise<T>;

/** n8n waits five minutes for its authorization server, and for some answers (101) for ever. */
const REFRESH_LIMIT_MS = 60_000;

/** Each but the first needs a refresh that has ended meanwhile. */
const MAX_TRIES = 3;

/**
 * One token refresh at a time for each credential (single-flight). n8n 1.x refreshes a token for every request that finds
 * it expired, each with the same refresh token: where these work once, all but the first fail, and a strict service takes
 * that for a theft and ends the whole connection. So a refused request is sent again: after a refresh, or with one.
 * Requests that wait share the outcome of the refresh and nothing else.
 */
export class TokenRefreshes {
	/** By credential. Fulfilled with the error of a refresh that failed; never rejects. */
	private readonly inFlight = new Map<string, Promise<CollabError | undefined>>();

	constructor(
		private readonly sleep: Runtime['sleep'],
		private readonly limitMs = REFRESH_LIMIT_MS,
	) {}

	async send<T>(
		credentialId: string,
		attempt: Attempt<T>,
		until: Until = async (promise) => await promise,
	): Promise<T | CollabError> {
		for (let tries = 1; ; tries++) {
			const result = await until(attempt(false));
			if (!isUnauthorized(result) || tries === MAX_TRIES) return result;
			const other = this.inFlight.get(credentialId);
			if (other === undefined) return await until(this.refresh(credentialId, attempt));
			const error = await until(other);
			if (error) return error;
		}
	}

	/** Waits for the end of a refresh that this process has under way, if there is one. */
	async untilEnded(credentialId: string): Promise<void> {
		await this.inFlight.get(credentialId);
	}

	private async refresh<T>(credentialId: string, attempt: Attempt<T>): Promise<T | CollabError> {
		const sent = attempt(true);
		const ended = this.endOf(sent).finally(() => this.inFlight.delete(credentialId));
		this.inFlight.set(credentialId, ended);
		return await sent;
	}

	/** Also when nobody waits for it any more, since n8n goes on with it; but not beyond the limit. */
	private async endOf(sent: Promise<unknown>): Promise<CollabError | undefined> {
		const settled = new AbortController();
		const result = sent.catch(() => undefined);
		const limit = this.sleep(this.limitMs, settled.signal).catch(() => undefined);
		const first = await Promise.race([result, limit]);
		settled.abort();
		return first instanceof CollabError && isOfRefresh(first) ? first : undefined;
	}
}

/** Anything else is an answer to the request that the refresh was made for, and not of interest to others. */
function isOfRefresh(error: CollabError): boolean {
	return isUnauthorized(error) || error.data.isOfRefresh === true;
}

function isUnauthorized(result: unknown): boolean {
	return result instanceof CollabError && result.kind === 'unauthorized';
}
