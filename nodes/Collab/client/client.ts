/**
 * The one way to the service: http and concurrency limiter. Made once for a run (or a poll) and shared by all its input
 * items, by listing and by revoking.
 */
import { parsePage, toQuery, type FetchPage, type Page } from '../core/contract';
import { CollabError } from '../core/errors';
import { toAddress } from '../core/requests/baseUrl';
import { parseBody } from '../core/requests/body';
import {
	Limiter,
	RetryBudget,
	type RequestGroup,
	type RequestLimits,
} from '../core/requests/limiter';
import { ResponseBudget } from '../core/requests/responseBudget';
import { assertRevoked, toForm, type Token } from '../core/requests/revocation';
import {
	assertConnected,
	type Authentication,
	heldIn,
	readCredential,
	textIn,
} from './credentials';
import { type Answer, type Bounds, get, postForm } from './http';
import { type Asked, toCollabError } from './nodeErrors';
import { type Context, runtimeOf, stopSignalOf } from './runtime';
import { eitherOf, underSignal } from './signals';

export interface RequestSettings extends RequestLimits {
	/** How long one answer may take, a token refresh included. */
	readonly timeoutMs: number;
	/** Whether a request that failed like this is not sent again, although that could help later. */
	readonly isFinal?: (error: CollabError) => boolean;
}

export type RevocationClient = Awaited<ReturnType<Run['revocationClient']>>;

/**
 * What all input items share: the retry budget, the bounds on what is received and, for each account at each service,
 * a limiter with its pause. The limits of an item apply to its own requests.
 */
export class Run {
	private readonly retryBudget = new RetryBudget();
	private readonly responseBudget = new ResponseBudget();

	/** By `limiterKey`, or by the authorization server's address. */
	private readonly limiters = new Map<string, Limiter>();

	constructor(private readonly context: Context) {}

	/**
	 * Gives what one input item, or one poll, uses: `fetchPage`, and `end`, for requests that nobody waits for any more.
	 *
	 * @param itemIndex of the input item; undefined in a poll
	 */
	async client(
		itemIndex: number | undefined,
		authentication: Authentication,
		settings: RequestSettings,
	) {
		const credential = await readCredential(this.context, authentication, itemIndex);
		assertConnected(credential);
		const { access, baseUrl, limiterKey } = credential;
		const end = new AbortController();
		const asked = { access, isOfAuthServer: access === 'client' };
		const send = this.senderTo(limiterKey, settings, end, asked);
		const fetchPage: FetchPage = async (query, pageRequest) => {
			const request = { url: `${baseUrl}/projects`, qs: toQuery(query, pageRequest) };
			return await send(async (bounds) =>
				this.pageOf(await get(this.context, credential, request, bounds)),
			);
		};
		return { baseUrl, fetchPage, end: () => end.abort() };
	}

	async revocationClient(itemIndex: number, settings: RequestSettings) {
		const read = async () => await readCredential(this.context, 'oAuth2', itemIndex);
		const { data = {} } = (await read()).decrypted;
		const address = toAddress('Authorization Server URL', data['authServerUrl']);
		const client = { id: textIn(data, 'clientId'), secret: textIn(data, 'clientSecret') };
		const asked = { isOfAuthServer: true };
		const send = this.senderTo(address, settings, new AbortController(), asked);
		// Sent again as a reading request is: a token that is revoked twice is just revoked (RFC 7009, section 2.2).
		const revoke = async (token: Token) =>
			await send(async (bounds) => {
				const url = `${address}/oauth/revoke`;
				const answer = await postForm(this.context, url, toForm(token, client), bounds);
				assertRevoked(answer.statusCode, answer.body);
			});
		/** What the credential holds now. */
		const held = async () => heldIn(await read());
		return { held, revoke };
	}

	/** Sends as the limiter allows. Each try ends when its time is over, the item has ended or the run is stopped. */
	private senderTo(key: string, settings: RequestSettings, end: AbortController, whom: Asked) {
		const group: RequestGroup = { limits: settings, end };
		return async <T>(attempt: (bounds: Bounds) => Promise<T>): Promise<T> =>
			await this.limiterOf(key).send(group, async () => {
				const leftMs = (settings.deadlineMs ?? Infinity) - Date.now();
				const timeout = Math.ceil(Math.max(1, Math.min(settings.timeoutMs, leftMs)));
				const asked = { ...whom };
				const over = AbortSignal.timeout(timeout);
				const anyEnd = eitherOf(end.signal, stopSignalOf(this.context), over);
				return await underSignal(anyEnd, async (signal) =>
					attempt({ timeout, signal, budget: this.responseBudget, asked }),
				).catch((cause: unknown) => {
					const error = toCollabError(cause, asked);
					if (settings.isFinal?.(error)) throw error;
					return error;
				});
			});
	}

	private pageOf({ body, headers }: Answer): Page {
		const page = parsePage(parseBody(body));
		if (!this.responseBudget.allowsRows(page.projects.length)) throw new CollabError('runTooLarge');
		const servedAtMs = Date.parse(String(headers['date']));
		return Number.isNaN(servedAtMs) ? page : { ...page, servedAtMs };
	}

	private limiterOf(key: string): Limiter {
		const limiter =
			this.limiters.get(key) ?? new Limiter(this.retryBudget, runtimeOf(this.context));
		this.limiters.set(key, limiter);
		return limiter;
	}
}
