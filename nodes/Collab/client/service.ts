/** The one way to the service: a credential, n8n's request helpers and a concurrency limiter. */
import { parsePage, toQuery, type FetchPage, type Page, type PageRequest } from '../core/contract';
import { CollabError, malformed, type TokenKind } from '../core/errors';
import { toAddress } from '../core/requests/credential';
import { Limiter, type RequestGroup } from '../core/requests/limiter';
import { parseBody, Received } from '../core/requests/received';
import { assertRevoked } from '../core/requests/revocation';
import { afterSuccess } from '../core/requests/statusError';
import { type Authentication, type CheckedCredential, readCredential, textIn } from './credentials';
import { type Answer, send, type Try } from './http';
import { type Asked, servedAtMs, toCollabError } from './nodeErrors';
import { type Context, runtimeOf, stopSignalsOf, until } from './runtime';

/** How long everything together may take where a person looks at a field or a button until it ends. */
export const PATIENCE_MS = 15_000;

export interface RequestSettings extends Omit<RequestGroup, 'end'> {
	readonly authentication: Authentication;
	/** How long one answer may take, a token refresh included. */
	readonly timeoutMs: number;
}

/**
 * The service, as one execution, poll or dropdown uses it. All items share the retry budget, the bounds on what is
 * received and, for each account, a limiter with its pause: a thousand items do not repeat what was refused once.
 */
export class Service {
	private readonly waited = { ms: 0, untilMs: 0 };
	private readonly received = new Received();
	private readonly withSlash = new Set<string>();
	private hasRevoked = false;
	/** The keys are a credential's `limiterKey`, or the address for revoking. */
	private readonly limiters = new Map<string, Limiter>();

	constructor(private readonly context: Context) {}

	/** Gives `account`, `fetchPage`, and `end` for requests that nobody waits for any more. */
	async projects(itemIndex: number | undefined, settings: RequestSettings) {
		const credential = await readCredential(this.context, settings.authentication, itemIndex);
		const { access, tokens, account, baseUrl, limiterKey } = credential;
		// Client credentials get their first token with the first request.
		if (access === 'person' && tokens.access_token === '') {
			throw new CollabError('unauthorized', { access, reason: 'notConnected' });
		}
		const end = new AbortController();
		const asked = { access, isOfAuthServer: access === 'application' };
		const fetchPage: FetchPage = async (query, pageRequest) => {
			const request = { url: `${baseUrl}/projects`, qs: toQuery(query, pageRequest) };
			return await this.send<Page>(
				limiterKey,
				{ ...settings, end },
				asked,
				async (attempt) => pageOf(await send(request, attempt, credential), pageRequest),
				(error) => afterSuccess(error, pageRequest),
			);
		};
		return { account, fetchPage, end: () => end.abort() };
	}

	/**
	 * Revokes the tokens of these kinds that the credential holds; then, once, what another workflow's refresh has put in
	 * their place meanwhile. Gives what was held and which were revoked, once in a run: a node has one OAuth2 credential.
	 */
	async revoke(itemIndex: number, settings: RequestSettings, kinds: readonly TokenKind[]) {
		const read = async () => await readCredential(this.context, 'oAuth2', itemIndex);
		const held = await read();
		if (this.hasRevoked) return undefined;
		const done = new Map<string, TokenKind>();
		for (let round = 0; round < 2; round++) {
			const { tokens } = await read();
			for (const kind of kinds) {
				const token = tokens[kind];
				if (token === '' || done.has(token)) continue;
				await this.revokeToken(kind, token, held, settings);
				done.set(token, kind);
			}
		}
		this.hasRevoked = done.size > 0;
		return { held, revoked: [...new Set(done.values())] };
	}

	/** Sent again as a reading request is: a token that is revoked twice is just revoked (RFC 7009, section 2.2). */
	private async revokeToken(
		kind: TokenKind,
		token: string,
		{ decrypted: { data = {} } }: CheckedCredential,
		settings: RequestSettings,
	): Promise<void> {
		const url = `${toAddress('Authorization Server URL', data['authServerUrl'])}/oauth/revoke`;
		const client_id = textIn(data, 'clientId');
		const client_secret = textIn(data, 'clientSecret');
		const form = { token, token_type_hint: kind, client_id, client_secret };
		const request = { method: 'POST', url, body: new URLSearchParams(form) } as const;
		const group = { ...settings, end: new AbortController() };
		await this.send(url, group, { isOfAuthServer: true, token: kind }, async (attempt) => {
			const { statusCode, body } = await send(request, attempt);
			assertRevoked(statusCode, body);
		});
	}

	/** Sends as the limiter allows. A try ends with its time, item or run. `meaning`: of an error after a good answer. */
	private async send<T>(
		key: string,
		group: RequestSettings & RequestGroup,
		whom: Asked,
		get: (attempt: Try) => Promise<T>,
		meaning: (error: CollabError) => T | CollabError = (error) => error,
	): Promise<T> {
		const { deadlineMs, timeoutMs, end } = group;
		const { context, received, withSlash } = this;
		const limiter = this.limiters.get(key) ?? new Limiter(this.waited, runtimeOf(context));
		this.limiters.set(key, limiter);
		return await limiter.send(group, async () => {
			const leftMs = Math.ceil(Math.max(1, Math.min(timeoutMs, deadlineMs - Date.now())));
			const ends = [end.signal, AbortSignal.timeout(leftMs), ...stopSignalsOf(context)];
			const asked = { ...whom };
			return await until(ends, async (signal) =>
				get({ context, signal, received, withSlash, asked }),
			).catch((cause: unknown) => {
				const error = toCollabError(cause, asked);
				return limiter.hasSucceeded ? meaning(error) : error;
			});
		});
	}
}

function pageOf({ statusCode, body, headers }: Answer, request: PageRequest): Page {
	if (statusCode === 204) throw malformed('notJson', { httpStatus: statusCode });
	return { ...parsePage(parseBody(body), request), servedAtMs: servedAtMs(headers) };
}
