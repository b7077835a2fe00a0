import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '../../dev/host/environment';
import { type Host, startN8n } from '../../dev/host/n8n';
import { freePort } from '../../dev/host/ports';
import { Session } from '../../dev/host/session';
import { OWNER } from '../owner';

interface Options {
	readonly environment?: Environment;
	readonly port?: number;
	readonly userFolder?: string;
}

export async function newFolder(name: string): Promise<string> {
	return await mkdtemp(join(tmpdir(), `collab-${name}-`));
}

/** An n8n of one test file, with somebody signed in. Its data goes when it ends. */
export class TestN8n {
	private constructor(
		private readonly options: Required<Options>,
		private running: { readonly host: Host; readonly session: Session },
	) {}

	static async start(given: Options = {}): Promise<TestN8n> {
		const { environment = {} } = given;
		const port = given.port ?? (await freePort());
		const userFolder = given.userFolder ?? (await newFolder('n8n'));
		const options = { environment, port, userFolder };
		return new TestN8n(options, await run(options));
	}

	get host(): Host {
		return this.running.host;
	}

	get session(): Session {
		return this.running.session;
	}

	get userFolder(): string {
		return this.options.userFolder;
	}

	/** Stops n8n, and starts it again on the same data. */
	async restart(meanwhile: () => Promise<void> | void, more: Environment = {}): Promise<void> {
		await this.host.stop();
		await meanwhile();
		const environment = { ...this.options.environment, ...more };
		this.running = await run({ ...this.options, environment });
	}

	async close(): Promise<void> {
		await this.host.stop();
		await rm(this.userFolder, { recursive: true, force: true });
	}
}

async function run(options: Required<Options>) {
	const host = await startN8n(options);
	try {
		return { host, session: await Session.open(host.url, OWNER) };
	} catch (error) {
		await host.stop();
		throw error;
	}
}
