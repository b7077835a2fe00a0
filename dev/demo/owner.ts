import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Owner } from '../host/session';

/** The owner of the demo's n8n, with a password of its own for each folder, which is kept there. */
export async function ownerOf(folder: string): Promise<Owner> {
	await mkdir(folder, { recursive: true });
	const file = join(folder, 'owner-password');
	// n8n asks for a digit and a capital letter.
	const fresh = `${randomBytes(15).toString('base64url')}-0A`;
	if (!existsSync(file)) await writeFile(file, fresh, { mode: 0o600 });
	const password = await readFile(file, 'utf8');
	return { email: 'owner@collab.example', firstName: 'Olu', lastName: 'Owner', password };
}
