import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Host, startN8n } from '../../dev/host/n8n';
import { freePort } from '../../dev/host/ports';
import { Session } from '../../dev/host/session';
import { OWNER } from '../owner';

/** By versions/main.mjs: another n8n, and the package from its tarball. */
const INSTALLATION = process.env['COLLAB_INSTALLATION'];
const PACKAGE_FOLDER = process.env['COLLAB_PACKAGE'] ?? join(__dirname, '..', '..');

/** What host/ sets for its own n8n names a module that other versions do not know, and refuse to start with. */
const ANY_VERSION = { N8N_DISABLED_MODULES: '' };

export interface OwnN8nOptions {
	readonly environment?: Readonly<Record<string, string>>;
	readonly port?: number;
	/** By default a new one. */
	readonly userFolder?: string;
}

export async function newUserFolder(): Promise<string> {
	return await mkdtemp(join(tmpdir(), 'collab-n8n-'));
}

/** An n8n of one test file, with somebody signed in. Its data goes when it ends. */
export class OwnN8n {
	private constructor(
		private readonly options: Required<OwnN8nOptions>,
		private running: { readonly host: Host; readonly session: Session },
	) {}

	static async start(given: OwnN8nOptions = {}): Promise<OwnN8n> {
		const options = {
			environment: given.environment ?? {},
			port: given.port ?? (await freePort()),
			userFolder: given.userFolder ?? (await newUserFolder()),
		};
		return new OwnN8n(options, await run(options));
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
	async restart(meanwhile: () => Promise<void> | void = () => {}): Promise<void> {
		await this.host.stop();
		await meanwhile();
		this.running = await run(this.options);
	}

	async close(): Promise<void> {
		await this.host.stop();
		await rm(this.userFolder, { recursive: true, force: true });
	}
}

async function run({ environment, port, userFolder }: Required<OwnN8nOptions>) {
	const host = await startN8n({
		userFolder,
		port,
		packageFolder: PACKAGE_FOLDER,
		...(INSTALLATION && { installation: INSTALLATION }),
		environment: { ...(INSTALLATION && ANY_VERSION), ...environment },
	});
	try {
		return { host, session: await Session.open(host.url, OWNER) };
	} catch (error) {
		await host.stop();
		throw error;
	}
}
