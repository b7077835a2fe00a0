import { writeFile } from 'node:fs/promises';
import { sandboxCommand } from './commandLine';
import { startSandbox } from './sandbox';
import type { Sandbox } from './sandbox';
import type { SandboxOptions } from './options';

void sandboxCommand().action(run).parseAsync();

interface Given extends Omit<SandboxOptions, 'tls'> {
	readonly redirectUri: string[];
	/** Where the authority's certificate goes. */
	readonly tls?: string;
}

async function run({ redirectUri, tls, ...options }: Given) {
	const service = { ...options, tls: tls !== undefined, redirectUris: redirectUri };
	const sandbox = await startSandbox(service).catch(giveUp);
	if (tls !== undefined) await writeFile(tls, sandbox.certificateAuthority ?? '').catch(giveUp);
	process.stdout.write(`${introduce(sandbox)}\n`);
	const stop = () => void sandbox.close();
	process.once('SIGINT', stop).once('SIGTERM', stop);
}

function giveUp(error: unknown): never {
	process.stderr.write(
		`The sandbox did not start: ${error instanceof Error ? error.message : ''}\n`,
	);
	process.exit(1);
}

function introduce(sandbox: Sandbox): string {
	const rows = [
		['Page for people', sandbox.url],
		['Base URL', sandbox.baseUrl],
		['Authorization server', sandbox.authServerUrl],
		['API key', sandbox.apiKey],
		['Client ID', sandbox.clientId],
		['Client secret', sandbox.clientSecret],
		['Person', `${sandbox.username}, password ${sandbox.password}`],
		['Projects', String(sandbox.projects.size)],
	] as const;
	const lines = rows.map(([label, value]) => `  ${label.padEnd(22)}${value}`);
	return ['The Collab sandbox is running. Ctrl-C stops it.', ...lines].join('\n');
}
