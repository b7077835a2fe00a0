import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { SECRETS } from './stage';

/** As they are, and as Basic authentication writes them. */
const NEEDLES = [
	...Object.values(SECRETS),
	Buffer.from(`client:${SECRETS.clientSecret}`).toString('base64'),
];

export function expectNoSecret(shown: unknown): void {
	const seen = typeof shown === 'string' ? shown : JSON.stringify(shown);
	expect(NEEDLES.filter((needle) => seen.includes(needle))).toEqual([]);
}

/**
 * Files of n8n that hold a secret, as paths below its folder: its log, its database with what is not yet merged into it,
 * its records of events, and all else but the packages.
 */
export async function filesWithSecrets(folder: string): Promise<string[]> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const files = entries
		.filter((entry) => entry.isFile() && !/node_modules|\.cache/.test(entry.parentPath))
		.map(({ parentPath, name }) => join(parentPath, name));
	expect(files.filter((file) => /database\.sqlite$|n8n\.log$/.test(file))).toHaveLength(2);
	const found = files.map(async (file) => {
		const bytes = await readFile(file).catch(() => Buffer.alloc(0));
		return NEEDLES.some((needle) => bytes.includes(needle)) ? [relative(folder, file)] : [];
	});
	return (await Promise.all(found)).flat();
}
