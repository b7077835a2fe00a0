import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Owner } from '../host/session';

const PERSON = { email: 'owner@collab.example', firstName: 'Olu', lastName: 'Owner' };

/** The owner of the demo's n8n, with a password of its own for each folder, which is kept there. */
export async function ownerOf(folder: string): Promise<Owner> {
	await mkdir(folder, { recursive: true });
	const file = join(folder, 'owner-password');
	if (!existsSync(file)) await writeFile(file, newPassword(), { mode: 0o600 });
	return { ...PERSON, password: await readFile(file, 'utf8') };
}

/** n8n asks for a digit and a capital letter. */
const newPassword = () => `${randomBytes(15).toString('base64url')}-0A`;
