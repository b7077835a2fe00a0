import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRunning } from '../host/processes';

/** Two n8n on one user folder would damage its database, so the second demo in a folder is refused. */
export async function holdAlone(folder: string): Promise<() => Promise<void>> {
	await mkdir(folder, { recursive: true });
	const file = join(folder, 'demo.pid');
	const owner = Number(await readFile(file, 'utf8').catch(() => '0'));
	if (owner > 0 && isRunning(owner)) {
		throw new Error(`The demo is running already, as process ${owner}. Stop that one first.`);
	}
	await writeFile(file, String(process.pid));
	return async () => await rm(file, { force: true });
}
