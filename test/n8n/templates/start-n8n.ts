import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startN8n } from '../../../dev/host/n8n';
import { addressVariable, started } from './running';

export default async function startOnce(): Promise<void> {
	const userFolder = await mkdtemp(join(tmpdir(), 'collab-templates-'));
	const host = await startN8n({ userFolder, packageFolder: join(__dirname, '..', '..', '..') });
	started.push({ host, userFolder });
	process.env[addressVariable] = host.url;
}
