import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endGroup } from './processes';
import { request } from './request';

/** A folder whose node_modules hold an n8n and, where there is one for the system, its Node. */
export type Installation = string;

export const PINNED: Installation = __dirname;

export interface Launch {
	readonly installation: Installation;
	/** n8n's command and its options. */
	readonly command: readonly string[];
	readonly environment: Record<string, string>;
	readonly workingFolder: string;
	readonly logFile: string;
	/** Answers with JSON once everything is loaded. */
	readonly answersAt: string;
	readonly signal?: AbortSignal;
}

export interface Launched {
	readonly processId: number;
	/** Ends n8n and everything it started. */
	readonly stop: () => Promise<void>;
}

const LOADED_FIRST = ['followParent.cjs', 'ownHostOnly.cjs'].flatMap((file) => [
	'--require',
	join(__dirname, file),
]);
/** It takes 10 s on an idle machine with two cores, and took 160 s just after its installation, beside another n8n that started. */
const START_WITHIN_MS = 480_000;
const ASK_AGAIN_MS = 150;
const LOG_LINES_SHOWN = 25;

/** Starts n8n and waits until it answers; fails with the end of its log. */
export async function launch(wanted: Launch): Promise<Launched> {
	wanted.signal?.throwIfAborted();
	const child = await spawnN8n(wanted);
	const processId = child.pid;
	if (processId === undefined) throw new Error('n8n could not be started');
	const stop = async () => await endGroup(processId);
	try {
		await untilReady(wanted.answersAt, child, wanted.signal);
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
	const { node, n8n } = commandLineOf(wanted.installation);
	const child = spawn(node, [...LOADED_FIRST, n8n, ...wanted.command], {
		cwd: wanted.workingFolder,
		env: wanted.environment,
		detached: true,
		stdio: ['ignore', log.fd, log.fd, 'ipc'],
	});
	child.once('error', () => undefined);
	child.once('exit', () => void log.close());
	return child;
}

function commandLineOf(installation: Installation) {
	const modules = join(installation, 'node_modules');
	const brought = join(modules, '.bin', 'node');
	return {
		node: existsSync(brought) ? brought : process.execPath,
		n8n: join(modules, 'n8n', 'bin', 'n8n'),
	};
}

async function untilReady(url: string, child: ChildProcess, signal?: AbortSignal): Promise<void> {
	const ended = new AbortController();
	child.once('exit', () => ended.abort(new Error('n8n ended while starting')));
	const reasons = [AbortSignal.timeout(START_WITHIN_MS), ended.signal];
	await untilAnswering(url, signal ? [...reasons, signal] : reasons);
}

/** `AbortSignal.any` alone does not keep a timeout alive in Node.js 20. */
async function untilAnswering(url: string, giveUp: readonly AbortSignal[]): Promise<void> {
	for (;;) {
		for (const reason of giveUp) reason.throwIfAborted();
		if (await answersJson(url, AbortSignal.any([...giveUp]))) return;
		await sleep(ASK_AGAIN_MS);
	}
}

async function answersJson(url: string, signal: AbortSignal): Promise<boolean> {
	const answer = await request(url, { signal }).catch(() => undefined);
	await answer?.body?.cancel();
	const type = answer?.headers.get('content-type') ?? '';
	return answer?.ok === true && type.startsWith('application/json');
}

async function lastWords(logFile: string): Promise<string> {
	const text = await readFile(logFile, 'utf8').catch(() => '');
	return text.trimEnd().split('\n').slice(-LOG_LINES_SHOWN).join('\n');
}
