/**
 * The one way to the service: http, token refresh, concurrency limiter. Made once for a run (or a poll) and shared by all
 * its input items, by listing and by revoking.
 */
import type { IHttpRequestOptions } from 'n8n-workflow';

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
import { type Held, refusalIn, toForm, type Token } from '../core/requests/revocation';
import { TokenRefreshes } from '../core/requests/tokenRefresh';
import { codedError } from './bodyStream';
import {
	assertConnected,
	type Authentication,
	type CheckedCredential,
	heldIn,
	readCredential,
	textIn,
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
	readonly fetchPage: FetchPage;
	/** Ends the requests of this client that nobody waits for any more. */
	readonly end: () => void;
}

export interface RevocationClient {
	/** What the credential holds now. */
	readonly held: () => Promise<Held>;
	/**
	 * Revokes the token that `next` gives, which is asked before each try; rejects with a CollabError. Gives that token, or
	 * undefined when there was none.
	 */
	readonly revoke: (next: () => Promise<Token | undefined>) => Promise<Token | undefined>;
	/** Waits for a refresh that another process, or a node of another package, may have under way. */
	readonly waitForOtherRefresh: () => Promise<void>;
}

/** Most authorization servers answer within this time. */
const OTHER_REFRESH_MS = 500;

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

	/** By `limiterKey`, or by the authorization server's address. */
	private readonly limiters = new Map<string, Limiter>();

	constructor(private readonly context: Context) {}

	/** @param itemIndex of the input item; undefined in a poll */
	async client(
		itemIndex: number | undefined,
		authentication: Authentication,
		settings: RequestSettings,
	): Promise<Client> {
		const credential = await readCredential(this.context, authentication, itemIndex);
		assertConnected(credential);
		const { baseUrl, limiterKey } = credential;
		const group = { limits: settings, end: new AbortController() };
		const limiter = this.limiterOf(limiterKey);
		const fetchPage: FetchPage = async (query, window) => {
			const request = { url: `${baseUrl}/projects`, qs: toQuery(query, window) };
			return await limiter.send(
				group,
				async () => await this.page(credential, request, group, settings),
			);
		};
		return { baseUrl, fetchPage, end: () => group.end.abort() };
	}

	async revocationClient(itemIndex: number, settings: RequestSettings): Promise<RevocationClient> {
		const read = async () => await readCredential(this.context, 'oAuth2', itemIndex);
		const { decrypted, refreshId = '' } = await read();
		const { data = {} } = decrypted;
		const address = toAddress('Authorization Server URL', data['authServerUrl']);
		const client = { id: textIn(data, 'clientId'), secret: textIn(data, 'clientSecret') };
		const group = { limits: settings, end: new AbortController() };
		const held = async () => heldIn(await read());
		const attempt = async (token: Token) =>
			await underSignals(this.endsOf(group, timeoutOf(settings)), async (first) => {
				const form = toForm(token, client);
				const bounds = { timeout: timeoutOf(settings), first, budget: this.responseBudget };
				const answer = await postForm(this.context, `${address}/oauth/revoke`, form, bounds);
				return answer instanceof CollabError ? answer : refusalIn(answer.status, answer.bytes);
			}).catch(collabError);
		// Sent again as a reading request is: a token that is revoked twice is just revoked (RFC 7009, section 2.2).
		const revoke: RevocationClient['revoke'] = async (next) =>
			await this.limiterOf(address).send(group, async () => {
				// A refresh that is under way brings a token that the credential does not hold yet.
				const unended = await this.withinTime(group, settings, refreshes.untilEnded(refreshId));
				if (unended) return unended;
				const token = await next().catch(collabError);
				if (token === undefined || token instanceof CollabError) return token;
				return (await attempt(token)) ?? token;
			});
		const waitForOtherRefresh = async () =>
			await sleepUnder(OTHER_REFRESH_MS, [stopSignalOf(this.context)]);
		return { held, revoke, waitForOtherRefresh };
	}

	/** The error when the time is over, or the execution stopped, before the promise is settled. */
	private async withinTime(
		group: RequestGroup,
		settings: RequestSettings,
		promise: Promise<void>,
	): Promise<CollabError | undefined> {
		const settled = underSignals(this.endsOf(group, timeoutOf(settings)), async ({ signal }) => {
			await Promise.race([promise, canceledBy(signal)]);
		});
		return await settled.then(() => undefined, collabError);
	}

	/** One try. */
	private async page(
		credential: CheckedCredential,
		request: Pick<IHttpRequestOptions, 'url' | 'qs'>,
		group: RequestGroup,
		settings: RequestSettings,
	): Promise<Page | CollabError> {
		const { refreshId } = credential;
		const timeout = timeoutOf(settings);
		try {
			const attempt = async (mayRefresh: boolean) =>
				await underSignals(this.endsOf(group, timeout), async (first) => {
					const bounds = { first, budget: this.responseBudget, mayRefresh };
					return await get(this.context, credential, { ...request, timeout }, bounds);
				});
			const answer =
				refreshId === undefined
					? await attempt(false)
					: await underSignals(this.endsOf(group, timeout), async ({ signal }) => {
							// n8n's own request for a new token knows no signal, and would wait for five minutes.
							const canceled = canceledBy(signal);
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

const canceledBy = async (signal: AbortSignal) =>
	await endOfSignal(signal, () => codedError('ERR_CANCELED'));

const collabError = (error: unknown) => toCollabError(error, Date.now());

function timeoutOf({ timeoutMs, deadlineMs = Infinity }: RequestSettings): number {
	return Math.max(1, Math.min(timeoutMs, deadlineMs - Date.now()));
}
