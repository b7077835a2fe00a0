/** Revoking tokens (specification sections 4.4 and 5.3): what is sent, and what it means for the person. */
import { CollabError, type ErrorKind } from '../errors';

export type TokenKind = 'access_token' | 'refresh_token';
export type TokenChoice = 'accessToken' | 'refreshToken' | 'both';

/** What the credential holds, without the tokens themselves. */
export interface Held {
	readonly tokens: readonly TokenKind[];
	/** Without a person, n8n gets a new token whenever it needs one. */
	readonly isForServer: boolean;
}

const NAMES: Readonly<Record<TokenKind, string>> = {
	access_token: 'access token',
	refresh_token: 'refresh token',
};

/** The refresh token goes first: after it, nothing can be renewed any more, whatever happens to the other. */
const CHOICES: Readonly<Record<TokenChoice, readonly TokenKind[]>> = {
	accessToken: ['access_token'],
	refreshToken: ['refresh_token'],
	both: ['refresh_token', 'access_token'],
};

/** The tokens to revoke, in order; fails when the credential holds none of them. */
export function tokensToRevoke(choice: TokenChoice, { tokens }: Held): readonly TokenKind[] {
	const chosen = CHOICES[choice].filter((kind) => tokens.includes(kind));
	if (chosen.length > 0) return chosen;
	const wanted = choice === 'both' ? 'token' : NAMES[CHOICES[choice][0] ?? 'access_token'];
	throw new CollabError(
		'parameterRefused',
		`The credential holds no ${wanted} to revoke`,
		tokens.length === 0
			? 'Nobody has connected it, so there is no access to end.'
			: 'Choose Both to revoke whatever it holds.',
	);
}

/** The form that the specification asks for. */
export function toForm(
	token: string,
	kind: TokenKind,
	client: { readonly id: string; readonly secret: string },
): Record<string, string> {
	return {
		token,
		token_type_hint: kind,
		client_id: client.id,
		client_secret: client.secret,
	};
}

/** What went wrong at the authorization server, and which tokens were revoked before that. */
export function revocationFailed(
	failure: CollabError,
	kind: TokenKind,
	revoked: readonly TokenKind[],
): CollabError {
	const { httpStatus, retryAfterMs } = failure;
	const before = revoked.length === 0 ? '' : ` The ${namesOf(revoked)} was revoked before.`;
	return new CollabError(
		failure.kind,
		`The ${NAMES[kind]} could not be revoked: ${reasonOf(failure)}.${before}`,
		`${adviceOn(failure)} Until the ${NAMES[kind]} is revoked, take it to be valid.`,
		{
			...(httpStatus === undefined ? {} : { httpStatus }),
			...(retryAfterMs === undefined ? {} : { retryAfterMs }),
		},
	);
}

const REFUSED: readonly ErrorKind[] = ['unauthorized', 'forbidden', 'rejected'];
const MAY_PASS: readonly ErrorKind[] = ['rateLimited', 'unavailable'];

function reasonOf({ kind, message, httpStatus }: CollabError): string {
	const status = httpStatus === undefined ? '' : ` (status ${httpStatus})`;
	if (kind === 'redirected') {
		return `the authorization server redirects to another address${status}, which is not followed to protect the token`;
	}
	if (kind === 'notFound') return `there is nothing at its revocation address${status}`;
	if (REFUSED.includes(kind)) {
		return `the authorization server did not accept the request${status}`;
	}
	return message.charAt(0).toLowerCase() + message.slice(1);
}

function adviceOn({ kind }: CollabError): string {
	if (MAY_PASS.includes(kind)) {
		return 'Run it again later; revoking a token twice does no harm. If it lasts, check the Authorization Server URL in the credential.';
	}
	return REFUSED.includes(kind)
		? 'Check the Client ID and the Client Secret in the credential, or withdraw the access in the service itself.'
		: 'Check the Authorization Server URL in the credential, or withdraw the access in the service itself.';
}

/** What happens next, in words for the person who revoked. */
export function nextSteps(revoked: readonly TokenKind[], { tokens, isForServer }: Held): string {
	if (isForServer) {
		return 'n8n gets a new access token with the client ID and secret at the next request. To end the access, remove the application or its secret in the service.';
	}
	if (!revoked.includes('refresh_token') && tokens.includes('refresh_token')) {
		return 'n8n gets a new access token with the refresh token at the next request, so the access goes on. To end it, revoke both tokens.';
	}
	const end = revoked.includes('access_token')
		? 'The access has ended.'
		: 'The access ends at the latest when the access token expires.';
	return `${end} Workflows that use this credential fail until somebody opens it in n8n and connects the account again. The credential still holds the tokens, which are worthless now; delete it if it is not needed any more.`;
}

function namesOf(kinds: readonly TokenKind[]): string {
	return kinds.map((kind) => NAMES[kind]).join(' and the ');
}
