import { rm } from 'node:fs/promises';
import { started } from './running';

export default async function stopAll(): Promise<void> {
	for (const { host, userFolder } of started.splice(0)) {
		await host.stop();
		await rm(userFolder, { recursive: true, force: true });
	}
}
