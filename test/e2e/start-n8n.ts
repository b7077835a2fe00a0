import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startN8n } from '../../dev/host/n8n';
import { Session } from '../../dev/host/session';
import { OWNER } from '../owner';
import { portInPictures } from './pictures';

/** Where a person finds n8n after an ordinary installation. */
const USUAL_PORT = 5678;

/** Only the environment reaches the tests, which run in a process of their own. */
const ADDRESS = 'COLLAB_E2E_N8N_URL';

/** Starts the n8n of all tests, with this package installed and an owner who can sign in; returns what ends it. */
export default async function start(): Promise<() => Promise<void>> {
	const host = await startN8n({
		userFolder: await mkdtemp(join(tmpdir(), 'n8n-nodes-collab-e2e-')),
		packageFolder: join(__dirname, '..', '..'),
		port: await portInPictures(USUAL_PORT),
	});
	await Session.open(host.url, OWNER);
	process.env[ADDRESS] = host.url;
	return async () => {
		await host.stop();
		await rm(host.workingFolder, { recursive: true });
	};
}

export function n8nUrl(): string {
	const url = process.env[ADDRESS];
	if (url === undefined) throw new Error('n8n was not started');
	return url;
}
