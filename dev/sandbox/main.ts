import { parseArgs } from 'node:util';
import { DEFAULTS, type Sandbox, startSandbox } from './index';

/** These are options of `startSandbox`; the command line spells them with hyphens. */
const OPTIONS = [
	['port', 'port to listen on, 0 for any free one'],
	['projects', 'projects to begin with'],
	['seed', 'the same seed gives the same projects and keys'],
	['latencyMs', 'wait before each answer'],
	['requestsPerSecond', 'above it the answer is 429; 0 for no limit'],
	['changesPerSecond', 'live activity: projects that change by themselves'],
] as const;

const defaults = { ...DEFAULTS, port: 4010 };

const flagOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

async function run(): Promise<void> {
	const text = { type: 'string' } as const;
	const texts = Object.fromEntries(OPTIONS.map(([name]) => [flagOf(name), text]));
	const { help, ...given } = parseArgs({ options: { ...texts, help: { type: 'boolean' } } }).values;
	if (help) return console.log(usage());
	const values = new Map<string, unknown>(Object.entries(given));
	const chosen = OPTIONS.map(([name]): [string, number] => {
		const value = Number(values.get(flagOf(name)) ?? defaults[name]);
		if (value >= 0) return [name, value];
		throw new RangeError(`--${flagOf(name)} must be a number from 0 on`);
	});
	const sandbox = await startSandbox(Object.fromEntries(chosen));
	console.log(introduce(sandbox));
	const stop = () => void sandbox.close();
	process.once('SIGINT', stop).once('SIGTERM', stop);
}

function usage(): string {
	const lines = OPTIONS.map(
		([name, means]) => `  --${flagOf(name).padEnd(24)}${means} [${defaults[name]}]`,
	);
	return `A Collab service for development: project listing, API key and OAuth 2.0, in memory.

${lines.join('\n')}`;
}

const introduce = (sandbox: Sandbox) => `The Collab sandbox is running. Ctrl-C stops it.
  Page for people       ${sandbox.url} (a restart brings its first projects back)
  Base URL              ${sandbox.baseUrl}
  Authorization server  ${sandbox.authServerUrl}
  API key               ${sandbox.apiKey}
  Client ID             ${sandbox.clientId}
  Client secret         ${sandbox.clientSecret}
  Projects              ${sandbox.projects.size}`;

run().catch((error: unknown) => {
	console.error(`The sandbox did not start: ${error instanceof Error ? error.message : ''}`);
	process.exitCode = 1;
});
