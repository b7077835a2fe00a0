import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from './environment';
import { endGroup } from './processes';
import { request } from './request';
import { until } from './waiting';

export interface Launch {
	/** n8n's command: start or worker. */
	readonly command: string;
	readonly environment: Environment;
	readonly workingFolder: string;
	readonly logFile: string;
	/** Answers with JSON once everything is loaded. */
	readonly answersAt: string;
	/** Gives up starting, and ends what was started. */
	readonly signal?: AbortSignal;
}

export interface Launched {
	readonly processId: number;
	/** Ends n8n and everything it started. */
	readonly stop: () => Promise<void>;
}

/** Holds an n8n and, where there is one for the system, its Node: another version, or the pinned one. */
const MODULES = join(process.env['COLLAB_N8N'] ?? __dirname, 'node_modules');

const LOADED_FIRST = ['followParent.cjs', 'ownHostOnly.cjs'].flatMap((file) => [
	'--require',
	join(__dirname, file),
]);

/** It takes 10 s on an idle machine with two cores, and took 160 s just after its installation, beside another n8n that started. */
const START_WITHIN_MS = 480_000;
const LOG_LINES_SHOWN = 25;

/** Starts n8n and waits until it answers; fails with the end of its log. */
export async function launch(wanted: Launch): Promise<Launched> {
	wanted.signal?.throwIfAborted();
	const child = await spawnN8n(wanted);
	const processId = child.pid;
	if (processId === undefined) throw new Error('n8n could not be started');
	const stop = async () => await endGroup(processId);
	const isReady = async () => {
		wanted.signal?.throwIfAborted();
		if (child.exitCode !== null) throw new Error('n8n ended while starting');
		return (await answersJson(wanted.answersAt)) || undefined;
	};
	try {
		await until('n8n', isReady, START_WITHIN_MS);
	} catch (error) {
		await stop();
		throw new Error(`n8n did not start. Its last words:\n${await lastWords(wanted.logFile)}`, {
			cause: error,
		});
	}
	return { processId, stop };
}

/** A process group of its own, so that its task runners can be ended with it. */
async function spawnN8n(wanted: Launch): Promise<ChildProcess> {
	const log = await open(wanted.logFile, 'w');
	const brought = join(MODULES, '.bin', 'node');
	const node = existsSync(brought) ? brought : process.execPath;
	const n8n = join(MODULES, 'n8n', 'bin', 'n8n');
	const child = spawn(node, [...LOADED_FIRST, n8n, wanted.command], {
		cwd: wanted.workingFolder,
		env: wanted.environment,
		detached: true,
		stdio: ['ignore', log.fd, log.fd, 'ipc'],
	});
	child.once('error', () => undefined);
	child.once('exit', () => void log.close());
	return child;
}

async function answersJson(url: string): Promise<boolean> {
	const answer = await request(url).catch(() => undefined);
	await answer?.body?.cancel();
	const type = answer?.headers.get('content-type') ?? '';
	return answer?.ok === true && type.startsWith('application/json');
}

async function lastWords(logFile: string): Promise<string> {
	const text = await readFile(logFile, 'utf8').catch(() => '');
	return text.trimEnd().split('\n').slice(-LOG_LINES_SHOWN).join('\n');
}
