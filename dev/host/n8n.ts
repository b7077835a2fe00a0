import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, open, readFile, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Environment, environmentOf } from './environment';
import { endGroup, freePort, type Group, startGroup, until } from './processes';
import { request } from './session';

export interface HostOptions {
	/** Holds all of n8n's data, in `.n8n` below it; kept between starts. */
	readonly userFolder: string;
	/** Any free one by default. */
	readonly port?: number;
	readonly environment?: Environment;
	/** Gives up starting, and ends what was started. */
	readonly signal?: AbortSignal;
}

export type Host = Awaited<ReturnType<typeof startN8n>>;

const FILES = '.n8n-files';

export const REPOSITORY = join(__dirname, '..', '..');

const INSTALL =
	'install --install-links --legacy-peer-deps --ignore-scripts --package-lock=false --audit=false';

/** Holds an n8n and, where there is one for the system, its Node: another version, or the pinned one. */
const MODULES = join(process.env['COLLAB_N8N'] ?? __dirname, 'node_modules');

/** It takes 10 s on an idle machine with two cores, and took 160 s just after its installation, beside another n8n that started. */
const START_WITHIN_MS = 480_000;
const LOG_LINES_SHOWN = 25;

/** Starts n8n with the package installed as a user would have it. */
export async function startN8n(options: HostOptions) {
	await mkdir(join(options.userFolder, FILES), { recursive: true });
	const workingFolder = await realpath(options.userFolder);
	await installPackage(workingFolder);
	const port = options.port ?? (await freePort());
	const url = `http://127.0.0.1:${port}`;
	const logFile = join(workingFolder, 'n8n.log');
	const environment = environmentOf(port, await freePort(), workingFolder);
	options.signal?.throwIfAborted();
	const child = await spawnN8n(workingFolder, logFile, { ...environment, ...options.environment });
	const stop = () => endGroup(child.pid);
	const isReady = async () => {
		options.signal?.throwIfAborted();
		if (child.exitCode !== null) throw new Error('n8n ended while starting');
		// Health answers early; the settings only once everything is loaded.
		return (await answersJson(`${url}/rest/settings`)) || undefined;
	};
	try {
		await until('n8n', isReady, START_WITHIN_MS);
	} catch (cause) {
		await stop();
		const message = `n8n did not start. Its last words:\n${await lastWords(logFile)}`;
		throw new Error(message, { cause });
	}
	return {
		stop,
		url,
		logFile,
		/** Relative paths in workflows start here. */
		workingFolder,
		/** The folder below it that n8n lets workflows read and write. */
		filesFolder: join(workingFolder, FILES),
	};
}

async function spawnN8n(cwd: string, logFile: string, env: Environment): Promise<Group> {
	const log = await open(logFile, 'w');
	const brought = join(MODULES, '.bin', 'node');
	const node = existsSync(brought) ? brought : process.execPath;
	const n8n = join(MODULES, 'n8n', 'bin', 'n8n');
	const child = startGroup([node, n8n, 'start'], { cwd, env, stdio: ['ignore', log.fd, log.fd] });
	await log.close();
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

export const installedIn = (userFolder: string) =>
	join(userFolder, '.n8n', 'nodes', 'node_modules', 'n8n-nodes-collab');

/** Packs and installs the package as people do without the editor, whose installer takes packages from a registry only. */
async function installPackage(userFolder: string): Promise<void> {
	const folder = installedIn(userFolder);
	// npm would take what it installed before for the same.
	await rm(folder, { recursive: true, force: true });
	const nodes = join(folder, '..', '..');
	await mkdir(nodes, { recursive: true });
	// Without a prefix, npm installs into the repository where the folder lies below it.
	const place = ['--prefix', nodes];
	await promisify(execFile)('npm', [...INSTALL.split(' '), ...place, REPOSITORY], { cwd: nodes });
}
