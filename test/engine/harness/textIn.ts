/**
 * All text that can be reached from a value: names, values, and what errors hide from JSON
 * (messages, stacks, causes). Whoever looks for a leaked secret looks here.
 */
export function textIn(value: unknown, seen = new Set<unknown>()): string {
	if (typeof value === 'string') return value;
	if (typeof value !== 'object' || value === null || seen.has(value)) return '';
	seen.add(value);
	const parts = Reflect.ownKeys(value).map((key) => {
		const own: unknown = Reflect.get(value, key);
		return `${String(key)}: ${textIn(own, seen)}`;
	});
	return parts.join('\n');
}

/** Of the credentials of `asSomebody.ts`. */
const SECRETS = ['secret-key', 'secret-token', 'secret-refresh', 'secret-client'];

export function expectNoSecretIn(value: unknown): void {
	const text = textIn(value);
	for (const secret of SECRETS) expect(text).not.toContain(secret);
}
