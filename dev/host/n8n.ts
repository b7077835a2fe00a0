import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { type Environment, environmentOf } from './environment';
import { installPackage } from './installPackage';
import { launch, type Launched } from './launch';
import { freePort } from './ports';

export interface HostOptions {
	/** Holds all of n8n's data, in `.n8n` below it; kept between starts. */
	readonly userFolder: string;
	/** Any free one by default. */
	readonly port?: number;
	/** More environment variables for n8n. */
	readonly environment?: Environment;
	/** Gives up starting, and ends what was started. */
	readonly signal?: AbortSignal;
}

export interface Host extends Launched {
	readonly url: string;
	/** Where its task runners connect. */
	readonly brokerPort: number;
	readonly logFile: string;
	/** Relative paths in workflows start here. */
	readonly workingFolder: string;
	/** The folder below it that n8n lets workflows read and write. */
	readonly filesFolder: string;
}

const FILES = '.n8n-files';

/** Starts n8n with the package installed as a user would have it. */
export async function startN8n(options: HostOptions): Promise<Host> {
	// Health answers early on a main instance; the settings only once everything is loaded.
	return await start('start', '/rest/settings', options);
}

/** Starts one more process for executions, which finds its work in the queue that the environment names. */
export async function startWorker(options: HostOptions): Promise<Host> {
	const port = options.port ?? (await freePort());
	const environment = {
		...options.environment,
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		QUEUE_HEALTH_CHECK_PORT: String(port),
	};
	return await start('worker', '/healthz/readiness', { ...options, port, environment });
}

async function start(command: string, readyPath: string, options: HostOptions): Promise<Host> {
	await mkdir(join(options.userFolder, FILES), { recursive: true });
	const userFolder = await realpath(options.userFolder);
	await installPackage(userFolder);
	const port = options.port ?? (await freePort());
	const brokerPort = await freePort();
	const url = `http://127.0.0.1:${port}`;
	const logFile = join(userFolder, 'n8n.log');
	const launched = await launch({
		command,
		environment: { ...environmentOf(port, brokerPort, userFolder), ...options.environment },
		workingFolder: userFolder,
		logFile,
		answersAt: `${url}${readyPath}`,
		signal: options.signal,
	});
	const filesFolder = join(userFolder, FILES);
	return { ...launched, url, brokerPort, logFile, workingFolder: userFolder, filesFolder };
}
