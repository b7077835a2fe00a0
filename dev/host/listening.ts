import { readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { livingDescendants } from './processes';

const LISTENING = '0A';

/** As Linux writes 127.0.0.0/8, ::1, and the former within IPv6. */
const LOOPBACK = /^([0-9A-F]{6}7F|0{24}01000000|0{16}FFFF0000[0-9A-F]{6}7F)$/;

/** The addresses beyond loopback, in Linux's hexadecimal, on which a process or one that it started listens. */
export async function listensBeyondLoopback(processId: number): Promise<string[]> {
	return (await listeningOn(processId)).filter((address) => !LOOPBACK.test(address));
}

/** All addresses on which they listen. */
export async function listeningOn(processId: number): Promise<string[]> {
	const processes = [processId, ...livingDescendants(processId)];
	const sockets = new Set((await Promise.all(processes.map(socketsOf))).flat());
	const tables = await Promise.all(['tcp', 'tcp6'].map(readTable));
	return tables
		.flat()
		.filter(({ state, inode }) => state === LISTENING && sockets.has(inode))
		.map(({ address }) => address);
}

async function socketsOf(processId: number): Promise<string[]> {
	const folder = `/proc/${processId}/fd`;
	const names = await readdir(folder).catch(() => []);
	const targets = await Promise.all(
		names.map(async (name) => await readlink(join(folder, name)).catch(() => '')),
	);
	return targets.flatMap((target) => /^socket:\[(\d+)\]$/.exec(target)?.[1] ?? []);
}

async function readTable(name: string) {
	const text = await readFile(`/proc/net/${name}`, 'utf8').catch(() => '');
	return text
		.trim()
		.split('\n')
		.slice(1)
		.map((line) => {
			const fields = line.trim().split(/\s+/);
			const [address = ''] = (fields[1] ?? '').split(':');
			return { address, state: fields[3] ?? '', inode: fields[9] ?? '' };
		});
}
