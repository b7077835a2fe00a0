import { randomBytes } from 'node:crypto';

/** What a person, or the application itself, has allowed an application to do. */
export interface Grant {
	readonly id: string;
	readonly clientId: string;
	readonly userId: string;
	readonly scope: readonly string[];
	readonly sinceMs: number;
}

/** A token, which is known by its text. */
export interface Issued {
	readonly grant: Grant;
	readonly scope: readonly string[];
}

export interface AccessToken extends Issued {
	expiresAtMs: number;
}

const MS_PER_SECOND = 1000;

export function newSecret(): string {
	return randomBytes(24).toString('hex');
}

/** Grants and the tokens that were issued on them. Without its grant, no token is worth anything. */
export class Grants {
	private readonly grants = new Map<string, Grant>();

	readonly accessTokens = new Map<string, AccessToken>();

	/** They rotate: one that was used is gone. */
	readonly refreshTokens = new Map<string, Issued>();

	constructor(
		private readonly now: () => number,
		private readonly lifetimeSeconds: () => number,
	) {}

	all(): Grant[] {
		return Array.from(this.grants.values());
	}

	/** The grant of that id, made now if there is none. */
	open(grant: Omit<Grant, 'sinceMs'>): Grant {
		const known = this.grants.get(grant.id);
		if (known) return known;
		const opened = { ...grant, sinceMs: this.now() };
		this.grants.set(grant.id, opened);
		return opened;
	}

	issueAccessToken(grant: Grant, text: string, scope: readonly string[]): AccessToken {
		this.forgetExpired(grant);
		const expiresAtMs = this.now() + this.lifetimeSeconds() * MS_PER_SECOND;
		const issued = { grant, scope, expiresAtMs };
		this.accessTokens.set(text, issued);
		return issued;
	}

	withdraw(grantId: string): boolean {
		deleteWhere(this.accessTokens, ({ grant }) => grant.id === grantId);
		deleteWhere(this.refreshTokens, ({ grant }) => grant.id === grantId);
		return this.grants.delete(grantId);
	}

	withdrawAll(): void {
		for (const { id } of this.all()) this.withdraw(id);
	}

	expireAccessTokens(): void {
		for (const token of this.accessTokens.values()) token.expiresAtMs = 0;
	}

	private forgetExpired(grant: Grant): void {
		const nowMs = this.now();
		deleteWhere(this.accessTokens, (token) => token.grant === grant && token.expiresAtMs < nowMs);
	}
}

function deleteWhere<V>(map: Map<string, V>, isGone: (value: V) => boolean): void {
	for (const [key, value] of map) {
		if (isGone(value)) map.delete(key);
	}
}
