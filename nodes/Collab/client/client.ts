/**
 * The one way to the service: http, token refresh, concurrency limiter. Made once for a run (or a poll) and shared by all
 * its input items, by listing and by revoking.
 */
import type { IHttpRequestOptions } from 'n8n-workflow';

import { parsePage, toQuery, type Page } from '../core/contract';
import { CollabError } from '../core/errors';
import type { FetchWindow } from '../core/pagination/pass';
import { toAddress } from '../core/requests/baseUrl';
import { parseBody } from '../core/requests/body';
import {
	Limiter,
	RetryBudget,
	type RequestGroup,
	type RequestLimits,
} from '../core/requests/limiter';
import { ResponseBudget } from '../core/requests/responseBudget';
import { type Held, toForm, type TokenKind } from '../core/requests/revocation';
import { TokenRefreshes } from '../core/requests/tokenRefresh';
import { codedError } from './bodyStream';
import {
	type Account,
	assertConnected,
	type Authentication,
	readAccount,
	textIn,
	tokenIn,
} from './credentials';
import { type Answer, get, postForm } from './http';
import { toCollabError } from './nodeErrors';
import { type Context, runtimeOf, sleepUnder, stopSignalOf } from './runtime';
import { eitherOf, endOfSignal, timeoutSignal, underSignals } from './signals';

export interface RequestSettings extends RequestLimits {
	/** How long one answer may take, a token refresh included. */
	readonly timeoutMs: number;
}

/** What one input item, or one poll, uses. */
export interface Client {
	readonly baseUrl: string;
	/** Fetches one window of a list; rejects with a CollabError. */
	readonly fetchWindow: FetchWindow;
	/** Ends the requests of this client that nobody waits for any more. */
	readonly end: () => void;
}

export interface RevocationClient {
	readonly held: Held;
	/** Revokes a token that is held; rejects with a CollabError. */
	readonly revoke: (kind: TokenKind) => Promise<void>;
}

/** By credential: runs at the same time find the same token expired. The process has one. */
const refreshes = new TokenRefreshes(async (ms, signal) => await sleepUnder(ms, [signal]));

export function openRun(context: Context): Run {
	return new Run(context);
}

/**
 * What all input items share: the retry budget, the bounds on what is received and, for each account at each service,
 * a limiter with its pause. The limits of an item apply to its own requests.
 */
export class Run {
	private readonly retryBudget = new RetryBudget();

	private readonly responseBudget = new ResponseBudget();

	/** By account. */
	private readonly limiters = new Map<string, Limiter>();

	constructor(private readonly context: Context) {}

	/** @param itemIndex of the input item; undefined in a poll */
	async client(
		itemIndex: number | undefined,
		authentication: Authentication,
		settings: RequestSettings,
	): Promise<Client> {
		const account = await readAccount(this.context, authentication, itemIndex);
		assertConnected(account);
		const { baseUrl } = account;
		const group = { limits: settings, end: new AbortController() };
		const limiter = this.limiterOf(account.key);
		const fetchWindow: FetchWindow = async (query, window) => {
			const request = { url: `${baseUrl}/projects`, qs: toQuery(query, window) };
			return await limiter.send(
				group,
				async () => await this.page(account, request, group, settings),
			);
		};
		return { baseUrl, fetchWindow, end: () => group.end.abort() };
	}

	async revocationClient(itemIndex: number, settings: RequestSettings): Promise<RevocationClient> {
		const read = async () => {
			const { credential } = await readAccount(this.context, 'oAuth2', itemIndex);
			return credential.data ?? {};
		};
		const data = await read();
		const address = toAddress('Authorization Server URL', data['authServerUrl']);
		const client = { id: textIn(data, 'clientId'), secret: textIn(data, 'clientSecret') };
		const group = { limits: settings, end: new AbortController() };
		// Sent again as a reading request is: a token that is revoked twice is just revoked (RFC 7009, section 2.2).
		const revoke = async (kind: TokenKind) =>
			await this.limiterOf(address).send(group, async () => {
				const timeout = timeoutOf(settings);
				// Another workflow may have refreshed the token meanwhile.
				const form = toForm(tokenIn(await read(), kind) ?? '', kind, client);
				const post = async (first: AbortController) =>
					await postForm(this.context, `${address}/oauth/revoke`, form, { timeout, first });
				return await underSignals(this.endsOf(group, timeout), post).catch(collabError);
			});
		const kinds: TokenKind[] = ['access_token', 'refresh_token'];
		const tokens = kinds.filter((kind) => tokenIn(data, kind) !== undefined);
		return { held: { tokens, isForServer: data['grantType'] === 'clientCredentials' }, revoke };
	}

	/** One try. */
	private async page(
		account: Account,
		request: Pick<IHttpRequestOptions, 'url' | 'qs'>,
		group: RequestGroup,
		settings: RequestSettings,
	): Promise<Page | CollabError> {
		const { refreshId } = account;
		const timeout = timeoutOf(settings);
		try {
			const attempt = async (mayRefresh: boolean) =>
				await underSignals(this.endsOf(group, timeout), async (first) => {
					const bounds = { first, budget: this.responseBudget, mayRefresh };
					return await get(this.context, account, { ...request, timeout }, bounds);
				});
			const answer =
				refreshId === undefined
					? await attempt(false)
					: await underSignals(this.endsOf(group, timeout), async ({ signal }) => {
							// n8n's own request for a new token knows no signal, and would wait for five minutes.
							const canceled = endOfSignal(signal, () => codedError('ERR_CANCELED'));
							return await refreshes.send(
								refreshId,
								attempt,
								async (promise) => await Promise.race([promise, canceled]),
							);
						});
			return 'bytes' in answer ? this.pageOf(answer) : answer;
		} catch (error) {
			return collabError(error);
		}
	}

	private pageOf({ bytes, headers }: Answer): Page {
		const page = parsePage(parseBody(bytes));
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

	/** When the run is stopped, the answer is not needed any more, or the time is over. */
	private endsOf({ end }: RequestGroup, timeoutMs: number): AbortSignal[] {
		return [eitherOf(end.signal, stopSignalOf(this.context)), timeoutSignal(timeoutMs)];
	}
}

const collabError = (error: unknown) => toCollabError(error, Date.now());

function timeoutOf({ timeoutMs, deadlineMs = Infinity }: RequestSettings): number {
	return Math.max(1, Math.min(timeoutMs, deadlineMs - Date.now()));
}
