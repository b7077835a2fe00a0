import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, open, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { environmentOf, urlOf } from './environment';
import { nodeBinary } from './nodeBinary';
import { installPackage } from './packageCopy';
import { freePort } from './ports';
import { endGroup } from './processes';

export interface HostOptions {
	/** Holds all of n8n's data, in `.n8n` below it; kept between starts. */
	userFolder: string;
	/** Where the built package lies. */
	packageFolder: string;
	/** Any free one by default. */
	port?: number;
	/** More environment variables for n8n. */
	environment?: Record<string, string>;
	/** Gives up starting, and ends what was started. */
	signal?: AbortSignal;
}

export interface Host {
	readonly url: string;
	readonly logFile: string;
	/** Relative paths in workflows start here. */
	readonly workingFolder: string;
	/** The folder below it that n8n lets workflows read and write. */
	readonly filesFolder: string;
	readonly processId: number;
	/** Ends n8n and everything it started. */
	stop(): Promise<void>;
}

const N8N = join(__dirname, 'node_modules', 'n8n', 'bin', 'n8n');
const FOLLOW_PARENT = join(__dirname, 'followParent.cjs');
const FILES = '.n8n-files';
const START_WITHIN_MS = 180_000;
const ASK_AGAIN_MS = 150;
const LOG_LINES_SHOWN = 25;

/** Starts the pinned n8n with the package installed as a user would have it. */
export async function startN8n(options: HostOptions): Promise<Host> {
	await mkdir(join(options.userFolder, FILES), { recursive: true });
	const userFolder = await realpath(options.userFolder);
	await installPackage(options.packageFolder, userFolder);
	const port = options.port ?? (await freePort());
	const environment = { ...(await environmentOf({ port, userFolder })), ...options.environment };
	const logFile = join(userFolder, 'n8n.log');
	options.signal?.throwIfAborted();
	const child = await launch(environment, userFolder, logFile);
	const processId = child.pid;
	if (processId === undefined) throw new Error('n8n could not be started');
	const stop = async () => await endGroup(processId);
	const url = urlOf({ port, userFolder });
	try {
		await untilReady(url, child, options.signal);
	} catch (error) {
		await stop();
		throw new Error(`n8n did not start. Its last words:\n${await lastWords(logFile)}`, {
			cause: error,
		});
	}
	const filesFolder = join(userFolder, FILES);
	return { url, logFile, workingFolder: userFolder, filesFolder, processId, stop };
}

/** A process group of its own, so that its task runners can be ended with it. */
async function launch(
	env: Record<string, string>,
	cwd: string,
	logFile: string,
): Promise<ChildProcess> {
	const log = await open(logFile, 'w');
	const child = spawn(nodeBinary(), ['--require', FOLLOW_PARENT, N8N, 'start'], {
		cwd,
		env,
		detached: true,
		stdio: ['ignore', log.fd, log.fd, 'ipc'],
	});
	child.once('error', () => undefined);
	child.once('exit', () => void log.close());
	return child;
}

async function untilReady(url: string, child: ChildProcess, signal?: AbortSignal): Promise<void> {
	const ended = new AbortController();
	child.once('exit', () => ended.abort(new Error('n8n ended while starting')));
	const reasons = [AbortSignal.timeout(START_WITHIN_MS), ended.signal];
	await untilAnswering(url, AbortSignal.any(signal ? [...reasons, signal] : reasons));
}

/** Health answers early; the settings only once everything is loaded. */
async function untilAnswering(url: string, giveUp: AbortSignal): Promise<void> {
	for (;;) {
		giveUp.throwIfAborted();
		const answer = await fetch(`${url}/rest/settings`, { signal: giveUp }).catch(() => undefined);
		const isJson = answer?.headers.get('content-type')?.startsWith('application/json') ?? false;
		await answer?.body?.cancel();
		if (answer?.ok && isJson) return;
		await sleep(ASK_AGAIN_MS);
	}
}

async function lastWords(logFile: string): Promise<string> {
	const text = await readFile(logFile, 'utf8').catch(() => '');
	return text.trimEnd().split('\n').slice(-LOG_LINES_SHOWN).join('\n');
}
