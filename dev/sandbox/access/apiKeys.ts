import { createHash, randomBytes } from 'node:crypto';

export interface ApiKey {
	readonly id: string;
	readonly name: string;
	readonly key: string;
	readonly scope: readonly string[];
	readonly createdAtMs: number;
}

/** Keys made in the developer console. A key stands for its owner until it is revoked. */
export class ApiKeys {
	private readonly keys = new Map<string, ApiKey>();

	constructor(private readonly now: () => number) {}

	/** `key` is given for the seeded key only, which stays the same from one start to the next. */
	create(name: string, scope: readonly string[], key = newKey()): ApiKey {
		const id = createHash('sha256').update(key).digest('hex').slice(0, 12);
		const created = { id, name, key, scope, createdAtMs: this.now() };
		this.keys.set(id, created);
		return created;
	}

	all(): ApiKey[] {
		return Array.from(this.keys.values());
	}

	find(key: string): ApiKey | undefined {
		return this.all().find((candidate) => candidate.key === key);
	}

	revoke(id: string): boolean {
		return this.keys.delete(id);
	}
}

function newKey(): string {
	return `collab_key_${randomBytes(18).toString('hex')}`;
}
