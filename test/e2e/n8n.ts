import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startN8n } from '../../dev/host/n8n';
import { Session } from '../../dev/host/session';
import { OWNER } from '../owner';
import { portInPictures } from './pictures';

/** Test files run in processes of their own: only the environment reaches all of them. */
const ADDRESS = 'COLLAB_SHARED_N8N_URL';

/** Starts the n8n that all test files use, with this package installed and an owner who can sign in; returns what ends it. */
export default async function start(): Promise<() => Promise<void>> {
	const userFolder = await mkdtemp(join(tmpdir(), 'n8n-nodes-collab-'));
	// Where a person finds n8n after an ordinary installation.
	const host = await startN8n({ userFolder, port: await portInPictures(5678) });
	await Session.open(host.url, OWNER);
	process.env[ADDRESS] = host.url;
	return async () => {
		await host.stop();
		await rm(userFolder, { recursive: true });
	};
}

export function n8nUrl(): string {
	const url = process.env[ADDRESS];
	if (url === undefined) throw new Error('n8n was not started');
	return url;
}
