import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { environmentOf, urlOf } from './environment';
import { launch, PINNED, type Installation, type Launched } from './launch';
import { installPackage } from './packageCopy';
import { freePort } from './ports';

export interface HostOptions {
	/** Holds all of n8n's data, in `.n8n` below it; kept between starts. */
	userFolder: string;
	/** Where the built package lies. */
	packageFolder: string;
	/** The n8n to start; the pinned one by default. */
	installation?: Installation;
	/** Any free one by default. */
	port?: number;
	/** More environment variables for n8n. */
	environment?: Record<string, string>;
	/** Gives up starting, and ends what was started. */
	signal?: AbortSignal;
}

export interface Host extends Launched {
	readonly url: string;
	readonly logFile: string;
	/** Relative paths in workflows start here. */
	readonly workingFolder: string;
	/** The folder below it that n8n lets workflows read and write. */
	readonly filesFolder: string;
}

interface Role {
	readonly command: readonly string[];
	/** Health answers early on a main instance; the settings only once everything is loaded. */
	readonly readyPath: string;
	environment(port: number): Record<string, string>;
}

const MAIN: Role = { command: ['start'], readyPath: '/rest/settings', environment: () => ({}) };

const WORKER: Role = {
	command: ['worker'],
	readyPath: '/healthz/readiness',
	environment: (port) => ({
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		QUEUE_HEALTH_CHECK_PORT: String(port),
	}),
};

const FILES = '.n8n-files';

/** Starts n8n with the package installed as a user would have it. */
export async function startN8n(options: HostOptions): Promise<Host> {
	return await start(MAIN, options);
}

/** Starts one more process for executions, which finds its work in the queue that the environment names. */
export async function startWorker(options: HostOptions): Promise<Host> {
	return await start(WORKER, options);
}

async function start(role: Role, options: HostOptions): Promise<Host> {
	const { packageFolder, installation = PINNED, signal } = options;
	await mkdir(join(options.userFolder, FILES), { recursive: true });
	const userFolder = await realpath(options.userFolder);
	await installPackage(packageFolder, userFolder);
	const port = options.port ?? (await freePort());
	const url = urlOf({ port, userFolder });
	const logFile = join(userFolder, 'n8n.log');
	const launched = await launch({
		installation,
		command: role.command,
		environment: {
			...(await environmentOf({ port, userFolder })),
			...role.environment(port),
			...options.environment,
		},
		workingFolder: userFolder,
		logFile,
		answersAt: `${url}${role.readyPath}`,
		signal,
	});
	return {
		...launched,
		url,
		logFile,
		workingFolder: userFolder,
		filesFolder: join(userFolder, FILES),
	};
}
