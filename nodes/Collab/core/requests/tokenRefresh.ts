import { CollabError } from '../errors';

/**
 * Sends a request; `mayRenew` says whether n8n may renew an expired token for it, and `hold` is told how long that goes
 * on: also when nobody waits for it any more.
 */
export type Attempt<T> = (
	mayRenew: boolean,
	hold: (underWay: Promise<unknown>) => void,
) => Promise<T | CollabError>;

/** Waits for another's renewal, but not for longer than its own request may take. */
export type Patience = (renewal: Promise<unknown>) => Promise<unknown>;

/**
 * Lets one request at a time renew the token. n8n 1.x renews it for every request that finds it expired, each with the
 * same refresh token: where these work once, all but the first fail, and a strict service takes that for a theft and
 * ends the whole connection. So a request that is refused is sent again: after a renewal, or with one.
 */
export class Renewal {
	private underWay: Promise<unknown> | undefined;

	private renewals = 0;

	async send<T>(
		attempt: Attempt<T>,
		patience: Patience = async (renewal) => await renewal,
	): Promise<T | CollabError> {
		for (;;) {
			const renewalsBefore = this.renewals;
			const result = await attempt(false, () => undefined);
			if (!(result instanceof CollabError) || result.kind !== 'unauthorized') return result;
			if (this.underWay) {
				const other = await patience(this.underWay);
				if (other instanceof CollabError) return other;
			} else if (this.renewals === renewalsBefore) {
				return await this.renew(attempt);
			}
		}
	}

	private async renew<T>(attempt: Attempt<T>): Promise<T | CollabError> {
		let held: Promise<unknown> = Promise.resolve();
		const sent = attempt(true, (underWay) => {
			held = underWay;
		});
		this.underWay = this.end(sent, () => held);
		return await sent;
	}

	private async end(sent: Promise<unknown>, held: () => Promise<unknown>): Promise<unknown> {
		const [outcome] = await Promise.allSettled([sent]);
		await Promise.allSettled([held()]);
		this.underWay = undefined;
		this.renewals++;
		return outcome.status === 'fulfilled' ? outcome.value : undefined;
	}
}
