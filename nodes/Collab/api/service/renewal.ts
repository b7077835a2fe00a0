import { CollabFailure } from '../errors';

/** Sends a request; `mayRenew` says whether n8n may renew an expired token for it. */
export type Attempt<T> = (mayRenew: boolean) => Promise<T | CollabFailure>;

/**
 * Lets one request at a time renew the token. n8n 1.x renews it for every request that finds it expired, each with the
 * same refresh token: where these work once, all but the first fail, and a strict service takes that for a theft and
 * ends the whole connection. So a request that is refused is sent again: after a renewal, or with one.
 */
export class Renewal {
	private underWay: Promise<unknown> | undefined;

	private renewals = 0;

	async send<T>(attempt: Attempt<T>): Promise<T | CollabFailure> {
		for (;;) {
			const renewalsBefore = this.renewals;
			const result = await attempt(false);
			if (!isRefusal(result)) return result;
			if (this.underWay) {
				const other = await this.underWay;
				if (isRefusal(other)) return other;
			} else if (this.renewals === renewalsBefore) {
				return await this.renew(attempt);
			}
		}
	}

	private async renew<T>(attempt: Attempt<T>): Promise<T | CollabFailure> {
		const sent = attempt(true);
		this.underWay = sent.catch(() => undefined);
		try {
			return await sent;
		} finally {
			this.underWay = undefined;
			this.renewals++;
		}
	}
}

function isRefusal(result: unknown): result is CollabFailure {
	return result instanceof CollabFailure && result.kind === 'unauthorised';
}
