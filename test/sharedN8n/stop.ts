import { rm } from 'node:fs/promises';
import { sharedN8n } from './host';

export default async function stop(): Promise<void> {
	const host = sharedN8n();
	await host.stop();
	await rm(host.workingFolder, { recursive: true });
}
