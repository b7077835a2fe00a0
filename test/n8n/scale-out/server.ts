import { execFile, spawn } from 'node:child_process';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { endGroup } from '../../../dev/host/processes';
import { until } from '../../../dev/host/waiting';

export const execute = promisify(execFile);

/** A server from Debian's packages that listens on the loopback address. */
export interface Server {
	readonly port: number;
	readonly stop: () => Promise<void>;
}

export interface Program {
	/** The program and its arguments. */
	readonly command: readonly [string, ...string[]];
	/** Options of `setpriv`: as whom it runs. */
	readonly privileges?: readonly string[];
	readonly port: number;
	/** Its data; removed when it stops. */
	readonly folder: string;
	/** Fails as long as the server does not answer. */
	readonly ask: () => Promise<unknown>;
}

const READY_WITHIN_MS = 30_000;

export async function newFolder(name: string): Promise<string> {
	return await mkdtemp(join(tmpdir(), `collab-${name}-`));
}

export async function startServer(program: Program): Promise<Server> {
	const { command, port, folder } = program;
	const logFile = join(folder, 'server.log');
	const groupId = await launch(program, logFile);
	const stop = async () => {
		await endGroup(groupId);
		await rm(folder, { recursive: true, force: true });
	};
	try {
		const answer = async () => await program.ask().catch(() => undefined);
		await until(`an answer of ${command.join(' ')}`, answer, READY_WITHIN_MS);
		return { port, stop };
	} catch (error) {
		const lastWords = await readFile(logFile, 'utf8');
		await stop();
		throw new Error(`It does not answer:\n${lastWords}`, { cause: error });
	}
}

/** `setpriv` lets the server end when this process is gone, in whatever way. */
async function launch({ command, privileges = [] }: Program, logFile: string): Promise<number> {
	const log = await open(logFile, 'w');
	const child = spawn('setpriv', ['--pdeathsig=KILL', ...privileges, ...command], {
		detached: true,
		stdio: ['ignore', log.fd, log.fd],
	});
	child.once('error', () => undefined);
	child.once('exit', () => void log.close());
	if (child.pid === undefined) throw new Error('setpriv (Debian: util-linux) is missing');
	return child.pid;
}
