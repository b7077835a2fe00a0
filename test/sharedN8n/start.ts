import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startN8n } from '../../dev/host/n8n';
import { Session } from '../../dev/host/session';
import { shareN8n } from './host';
import { portInPictures } from '../e2e/pictures';
import { OWNER } from '../owner';

/** Where a person finds n8n after an ordinary installation. */
const USUAL_PORT = 5678;

/** Starts the n8n that all test files use, with this package installed and an owner who can sign in. */
export default async function start(): Promise<void> {
	const host = await startN8n({
		userFolder: await mkdtemp(join(tmpdir(), 'n8n-nodes-collab-')),
		port: await portInPictures(USUAL_PORT),
	});
	await Session.open(host.url, OWNER);
	shareN8n(host);
}
