import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const RETRY_MS = 500;

/**
 * One installation at a time in one folder. The lock lies outside the folder, because `npm ci` empties
 * it; it names its owner, so that one left by a killed process does not block for ever.
 */
export async function lock(folder) {
	const name = createHash('sha256').update(folder).digest('hex').slice(0, 16);
	const file = join(tmpdir(), `n8n-nodes-collab-install-${name}.lock`);
	for (let announced = false; !take(file); await sleep(RETRY_MS)) {
		if (isAbandoned(file)) rmSync(file, { force: true });
		else if (!announced) console.log(`Waiting for another installation in ${folder}`);
		announced = true;
	}
	const unlock = () => {
		process.off('exit', unlock);
		rmSync(file, { force: true });
	};
	process.once('exit', unlock);
	return unlock;
}

function take(file) {
	try {
		writeFileSync(file, String(process.pid), { flag: 'wx' });
		return true;
	} catch (error) {
		if (error.code === 'EEXIST') return false;
		throw error;
	}
}

function isAbandoned(file) {
	try {
		const owner = Number(readFileSync(file, 'utf8'));
		if (owner === 0) return false; // created, but not written yet
		process.kill(owner, 0);
		return false;
	} catch (error) {
		return error.code === 'ESRCH';
	}
}
