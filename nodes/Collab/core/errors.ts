/** What can go wrong in a run; `messages/` has the words. Data holds no key, token or header, and no text of an answer. */
export type ErrorKind =
	/** The key or token was not accepted, or there is none. */
	| 'unauthorized'
	| 'forbidden'
	| 'notFound'
	/** Any other status from 400 to 499. */
	| 'rejected'
	| 'rateLimited'
	/** A status from 500 on, or no answer at all. */
	| 'unavailable'
	| 'redirected'
	| 'malformed'
	| 'answerTooLarge'
	| 'runTooLarge'
	| 'unexpected'
	/** n8n had to get a new token and failed at that by itself, not for an answer of the authorization server. */
	| 'tokenNotRenewed'
	/** n8n's protection against requests to inner networks did not let it out. */
	| 'blocked'
	/** A credential, or a wish to revoke, that is not used as it is: the reason says why. */
	| 'refused'
	| 'parameterRefused'
	| 'listUnstable'
	| 'deepPagesRefused'
	| 'stampsUnreadable'
	| 'notSorted'
	| 'tooManyProjects'
	| 'impossibleEvent'
	| 'stateUnreadable'
	| 'noProjectYet';

/** How an account is reached: with a key, by a person's consent, or by an application's own secret. */
export type Access = 'apiKey' | 'person' | 'application';

/** The address in the credential is wrong, or its host is not set up. */
const LASTING_REASONS = [
	'hostNotFound',
	'connectionRefused',
	'noHttps',
	'untrustedCertificate',
	'certificateOfOtherHost',
] as const;

export type NetworkReason =
	| (typeof LASTING_REASONS)[number]
	| 'connectionClosed'
	| 'timeout'
	| 'unreachable';

export type MalformedReason = 'notJson' | 'wrongType' | 'errorAsSuccess';

/** Each has words of its own, whatever its kind. */
export type OwnReason =
	| 'notConnected'
	| 'clientRefused'
	| 'scopeRefused'
	| 'notAnAddress'
	| 'plainHttp'
	| 'notAKey'
	| 'timeZone'
	| 'proxyFailed'
	| 'variesByItem'
	| 'asTool'
	| 'notOAuth2'
	| 'notConfirmed'
	| 'noToken';

export type TokenKind = 'access_token' | 'refresh_token';

export interface ErrorData {
	readonly access?: Access;
	/** It was the authorization server, not the service. */
	readonly isOfAuthServer?: boolean;
	readonly httpStatus?: number;
	/** How long the service asked to wait, in milliseconds (from Retry-After). */
	readonly retryAfterMs?: number;
	/** Which of several causes of the same kind. */
	readonly reason?: NetworkReason | MalformedReason | OwnReason;
	/** A field of the node, the credential or the answer, as people know it. */
	readonly label?: string;
	/** What that field must be, and what was found instead. */
	readonly wanted?: string;
	readonly found?: string;
	readonly rowsRead?: number;
	readonly totalItems?: number;
	/** While revoking: the token in question. */
	readonly token?: TokenKind;
}

export class CollabError extends Error {
	override readonly name = 'CollabError';

	constructor(
		readonly kind: ErrorKind,
		readonly data: ErrorData = {},
	) {
		super([kind, data.reason, data.label].filter(Boolean).join(', '));
	}

	/** Whether the service may answer later. */
	get isPassing(): boolean {
		return this.kind === 'rateLimited' || this.kind === 'unavailable';
	}

	/** Whether it lasts longer than a person waits for the answer. */
	get isLasting(): boolean {
		return LASTING_REASONS.some((reason) => reason === this.data.reason);
	}
}

/** The service answered, but not as its specification says. */
export function malformed(reason: MalformedReason, data: ErrorData = {}): CollabError {
	return new CollabError('malformed', { ...data, reason });
}

export function refused(reason: OwnReason, data: ErrorData = {}): CollabError {
	return new CollabError('refused', { ...data, reason });
}

/**
 * @param label the parameter as the node shows it
 * @param wanted completes "It must be ..."
 * @param value what was entered, of which 50 characters are shown
 */
export function invalidParameter(label: string, wanted: string, value: unknown): CollabError {
	const text = typeof value === 'object' ? JSON.stringify(value) : `${value as string}`;
	const shown = text.replace(/^(.{50}).+$/s, '$1…');
	const found = value === undefined ? 'not set' : typeof value === 'string' ? `'${shown}'` : shown;
	return new CollabError('parameterRefused', { label, wanted, found });
}
