/** Revoking tokens (specification sections 4.4 and 5.3): which tokens, what is sent, and which answers are a success. */
import { CollabError, malformed, notRevoked, type TokenKind } from '../errors';

export type TokenChoice = 'accessToken' | 'refreshToken' | 'both';

/** The value is a secret. */
export interface Token {
	readonly kind: TokenKind;
	readonly value: string;
}

/** What the credential holds at some time. */
export interface Held {
	readonly tokens: readonly Token[];
	/** Without a person, n8n gets a new token whenever it needs one. */
	readonly isForServer: boolean;
}

/** The refresh token goes first: after it, no token can be refreshed any more, whatever happens to the other. */
const CHOICES: Readonly<Record<TokenChoice, readonly TokenKind[]>> = {
	accessToken: ['access_token'],
	refreshToken: ['refresh_token'],
	both: ['refresh_token', 'access_token'],
};

/** Where other workflows refresh the token again and again, revoking it would never end. */
const MAX_TOKENS = 10;

/** The tokens that were found, and those of them that are still to be revoked. */
export class Revocation {
	private readonly found: Token[] = [];

	private readonly done: Token[] = [];

	/** Fails when the credential holds no token of the chosen kinds. */
	constructor(
		private readonly choice: TokenChoice,
		held: Held,
	) {
		this.add(held);
		if (this.found.length > 0) return;
		if (held.tokens.length === 0) throw notRevoked('noToken');
		throw notRevoked('noSuchToken', CHOICES[choice][0]);
	}

	/** Adds what is new in the credential: a token is refreshed by whoever finds it expired. */
	add({ tokens }: Held): void {
		for (const token of tokens) {
			const isKnown = this.found.some(({ value }) => value === token.value);
			if (CHOICES[this.choice].includes(token.kind) && !isKnown) this.found.push(token);
		}
		if (this.found.length > MAX_TOKENS) throw notRevoked('newTokensKeptComing');
	}

	/** The token to revoke next, of several the newest; undefined when none is left. */
	get next(): Token | undefined {
		const left = this.found.filter((token) => !this.done.includes(token));
		const [kind] = CHOICES[this.choice].filter((one) => left.some((token) => token.kind === one));
		return left.filter((token) => token.kind === kind).at(-1);
	}

	noteRevoked(token: Token): void {
		this.done.push(token);
	}

	/** Kinds of which every token that was found is revoked, in the order of revoking. */
	get revoked(): TokenKind[] {
		return CHOICES[this.choice].filter((kind) => {
			const tokens = this.found.filter((token) => token.kind === kind);
			return tokens.length > 0 && tokens.every((token) => this.done.includes(token));
		});
	}
}

/** The form that the specification asks for. */
export function toForm(
	{ value, kind }: Token,
	client: { readonly id: string; readonly secret: string },
): Record<string, string> {
	return {
		token: value,
		token_type_hint: kind,
		client_id: client.id,
		client_secret: client.secret,
	};
}

/**
 * Why an answer below 300 is no success. The status of a success is 200 and its body has no meaning (RFC 7009, section 2.2);
 * but a login page or a proxy's page has that status, too, and so have the errors of some services. 204 is 200 without a body.
 */
export function refusalIn(status: number, body: Uint8Array): CollabError | undefined {
	if (status !== 200 && status !== 204) return new CollabError('rejected', { httpStatus: status });
	const text = new TextDecoder().decode(body).trim();
	if (text.startsWith('<')) return malformed('webPage');
	return hasError(text) ? malformed('errorAsSuccess') : undefined;
}

function hasError(text: string): boolean {
	try {
		return Boolean((JSON.parse(text) as { error?: unknown } | null)?.error);
	} catch {
		return false;
	}
}

/** What went wrong at the authorization server, and which tokens were revoked before that. */
export function revocationFailed(
	{ kind, data }: CollabError,
	{ next, revoked }: Revocation,
): CollabError {
	return new CollabError(kind, { ...data, ...(next ? { token: next.kind } : {}), revoked });
}
