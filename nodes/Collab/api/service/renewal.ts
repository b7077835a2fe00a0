import { CollabFailure } from '../errors';

/** Sends a request; `mayRenew` says whether an expired token may be renewed for it. */
export type Attempt<T> = (mayRenew: boolean) => Promise<T | CollabFailure>;

/**
 * Lets one request at a time renew the token. n8n 1.x renews it for every request that finds it expired, each with the
 * same refresh token: where these work once, all but the first fail, and a strict service takes that for a theft and
 * ends the whole connection. A request that may not renew is sent again after the one that may.
 */
export class Renewal {
	private underWay: Promise<unknown> | undefined;

	async send<T>(attempt: Attempt<T>): Promise<T | CollabFailure> {
		if (!this.underWay) return await this.renewing(attempt);
		const result = await attempt(false);
		if (!(result instanceof CollabFailure) || result.kind !== 'unauthorised') return result;
		await this.underWay;
		return await this.send(attempt);
	}

	private async renewing<T>(attempt: Attempt<T>): Promise<T | CollabFailure> {
		const sent = attempt(true);
		this.underWay = sent.catch(() => undefined);
		try {
			return await sent;
		} finally {
			this.underWay = undefined;
		}
	}
}
