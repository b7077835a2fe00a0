/** Reads the chosen credential, sends requests, waits. Only the transports call n8n's helpers. */
import {
	sleep,
	type ICredentialDataDecryptedObject,
	type ICredentialsDecrypted,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type IPollFunctions,
} from 'n8n-workflow';

import { toAddress } from '../core/requests/baseUrl';
import { notConnected } from '../core/requests/statusError';
import { parseBody } from '../core/requests/body';
import { parsePage, toQuery, type ListQuery, type Page, type Window } from '../core/contract';
import type { CollabError } from '../core/errors';
import { type Attempt, type Patience, Renewal } from '../core/requests/tokenRefresh';
import {
	Traffic,
	type Surroundings,
	type TrafficLimits,
	type Waits,
} from '../core/requests/limiter';
import { errorOfAnswer, toCollabError } from './failures';
import { eitherOf, endOfSignal, timeoutSignal, underSignals } from './signals';

type Context = IExecuteFunctions | IPollFunctions;

export interface RequestSettings extends TrafficLimits {
	/** How long one answer may take. */
	readonly timeoutMs: number;
}

export const CREDENTIALS = {
	apiKey: { type: 'collabApi', addresses: { baseUrl: 'Base URL' } },
	oAuth2: {
		type: 'collabOAuth2Api',
		addresses: { baseUrl: 'Base URL', authServerUrl: 'Authorization Server URL' },
	},
} as const;

export type Authentication = keyof typeof CREDENTIALS;

export interface Connection {
	readonly baseUrl: string;
	/** Fetches one window of a listing; fails with a CollabError. */
	readonly fetchWindow: (listing: ListQuery, window: Window) => Promise<Page>;
	/** Ends what is under way, when nobody waits for it any more. */
	readonly end: () => void;
}

export async function connect(
	context: Context,
	authentication: Authentication,
	settings: RequestSettings,
	waits: Waits,
): Promise<Connection> {
	const { type } = CREDENTIALS[authentication];
	const data = await context.getCredentials(type);
	const baseUrl = readBaseUrl(data, authentication);
	const credential = { id: '', name: '', type, data };
	const traffic = new Traffic(settings, waits, surroundingsOf(context));
	const renewal = authentication === 'oAuth2' ? renewalOf(context, type) : undefined;
	const fetchWindow = async (listing: ListQuery, window: Window) => {
		const attempt: Attempt<Page> = async (mayRenew, hold) => {
			traffic.ended.throwIfAborted();
			const options: IHttpRequestOptions = {
				method: 'GET',
				url: `${baseUrl}/projects`,
				qs: toQuery(listing, window),
				json: true,
				encoding: 'arraybuffer',
				timeout: timeoutOf(settings),
				returnFullResponse: true,
				// n8n would send the key or the token to whatever host a redirect names.
				disableFollowRedirect: true,
				// n8n renews the token for a request that fails. Without failing, a request tells more: some versions lose headers.
				ignoreHttpStatusErrors: !mayRenew,
			};
			return await request(context, credential, options, { ended: traffic.ended, hold });
		};
		const patience: Patience = async (other) =>
			await waitFor(other, endsOf(context, traffic.ended, timeoutOf(settings)));
		return await traffic.send(
			async () => await (renewal?.send(attempt, patience) ?? attempt(false, () => undefined)),
		);
	};
	return { baseUrl, fetchWindow, end: () => traffic.end() };
}

/** By credential: what runs at the same time finds the same token expired. */
const renewals = new Map<string, Renewal>();

function renewalOf(context: Context, type: string): Renewal {
	const id = context.getNode().credentials?.[type]?.id ?? '';
	const renewal = renewals.get(id) ?? new Renewal();
	renewals.set(id, renewal);
	return renewal;
}

export function timeoutOf({ timeoutMs, deadlineMs = Infinity }: RequestSettings): number {
	return Math.max(1, Math.min(timeoutMs, deadlineMs - Date.now()));
}

function readBaseUrl(
	credential: ICredentialDataDecryptedObject,
	authentication: Authentication,
): string {
	const { addresses } = CREDENTIALS[authentication];
	const [baseUrl = ''] = Object.entries(addresses).map(([field, label]) =>
		toAddress(label, credential[field]),
	);
	if (credential['grantType'] === 'authorizationCode' && !holdsToken(credential)) {
		throw notConnected();
	}
	return baseUrl;
}

/** Before anybody has connected, n8n gives an empty object. */
function holdsToken({ oauthTokenData }: ICredentialDataDecryptedObject): boolean {
	return typeof oauthTokenData === 'object' && 'access_token' in oauthTokenData;
}

export function surroundingsOf(context: Context): Surroundings {
	return {
		now: () => Date.now(),
		sleep: async (ms, ended) =>
			await underSignals([endOf(context, ended)], async (signal) => {
				// n8n before 2.40 sleeps on when the signal ends.
				await Promise.race([sleep(ms, signal), endOfSignal(signal)]);
			}),
		chance: () => Math.random(),
	};
}

async function request(
	context: Context,
	credential: ICredentialsDecrypted,
	options: IHttpRequestOptions,
	{ ended, hold }: { ended: AbortSignal; hold: Parameters<Attempt<Page>>[1] },
): Promise<Page | CollabError> {
	try {
		const ends = endsOf(context, ended, options.timeout ?? 0);
		const { statusCode, body, headers } = await underSignals(ends, async (signal) => {
			const answer = context.helpers.httpRequestWithAuthentication.call(
				endingWith(signal, context),
				credential.type,
				options,
				// Or else n8n reads and decrypts an API key again for every request.
				{ credentialsDecrypted: credential },
			) as Promise<FullResponse>;
			hold(answer);
			// n8n's own request for a new token knows no signal, and would wait for five minutes.
			return await Promise.race([answer, abortOf(signal)]);
		});
		if (statusCode >= 300) return errorOfAnswer(statusCode, headers, Date.now());
		const servedAtMs = Date.parse(String(headers['date']));
		return { ...parsePage(parseBody(body)), ...(Number.isNaN(servedAtMs) ? {} : { servedAtMs }) };
	} catch (error) {
		return toCollabError(error, Date.now());
	}
}

/**
 * The same context, but its requests end at the deadline at the latest. The option `timeout` alone starts anew with
 * every byte that arrives and never ends for some answers (101), and n8n puts this signal in the place of any other.
 */
function endingWith(signal: AbortSignal, context: Context): Context {
	return Object.create(context, { getExecutionCancelSignal: { value: () => signal } }) as Context;
}

/** What it gives, or a failure when the time is over. */
async function waitFor(other: Promise<unknown>, ends: AbortSignal[]): Promise<unknown> {
	try {
		return await underSignals(ends, async (signal) => await Promise.race([other, abortOf(signal)]));
	} catch (error) {
		return toCollabError(error, Date.now());
	}
}

async function abortOf(signal: AbortSignal): Promise<never> {
	return await endOfSignal(signal, () =>
		Object.assign(new Error('Ended'), { code: 'ERR_CANCELED' }),
	);
}

/** When the run is stopped, or the answer is not needed any more. */
function endOf(context: Context, ended: AbortSignal): AbortSignal {
	return eitherOf(ended, stopOf(context));
}

/** The same, or the time is over. */
export function endsOf(context: Context, ended: AbortSignal, timeoutMs: number): AbortSignal[] {
	return [endOf(context, ended), timeoutSignal(timeoutMs)];
}

function stopOf(context: Context): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}

interface FullResponse {
	readonly statusCode: number;
	readonly body: Uint8Array;
	readonly headers: Readonly<Record<string, unknown>>;
}
