import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { DEFAULTS, type Sandbox, startSandbox } from './index';

/** Named as the options of `startSandbox`; the command line spells them with hyphens. */
const NUMBERS = [
	['port', 'whole', 'port to listen on, 0 for any free one'],
	['projects', 'whole', 'projects to begin with'],
	['seed', 'whole', 'the same seed gives the same projects and keys'],
	['latencyMs', 'any', 'wait before each answer'],
	['requestsPerSecond', 'any', 'above it the answer is 429; 0 for no limit'],
	['faultRate', 'share', 'share of requests (0 to 1) that get a 503 or a dropped connection'],
	['tokenLifetimeSeconds', 'whole', 'lifetime of access tokens'],
	['changesPerSecond', 'any', 'live activity: projects that change by themselves'],
] as const;

const defaults = { ...DEFAULTS, port: 4010 };

const flagOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

async function run(): Promise<void> {
	const text = { type: 'string' } as const;
	const numbers = Object.fromEntries(NUMBERS.map(([name]) => [flagOf(name), text]));
	const options = { ...numbers, tls: text, help: { type: 'boolean' } } as const;
	const { help, tls, ...given } = parseArgs({ options }).values;
	if (help) return console.log(usage());
	const texts = new Map<string, unknown>(Object.entries(given));
	const chosen = NUMBERS.map(([name, kind]): [string, number] => {
		return [name, numberIn(flagOf(name), kind, texts.get(flagOf(name)) ?? defaults[name])];
	});
	const sandbox = await startSandbox({ ...Object.fromEntries(chosen), tls: tls !== undefined });
	if (tls !== undefined) await writeFile(tls, sandbox.certificateAuthority ?? '');
	console.log(introduce(sandbox));
	const stop = () => void sandbox.close();
	process.once('SIGINT', stop).once('SIGTERM', stop);
}

function numberIn(flag: string, kind: (typeof NUMBERS)[number][1], given: unknown): number {
	const value = given === '' ? NaN : Number(given);
	const max = kind === 'share' ? 1 : Number.MAX_SAFE_INTEGER;
	if (value >= 0 && value <= max && (kind !== 'whole' || Number.isInteger(value))) return value;
	const what = kind === 'whole' ? 'a whole number' : 'a number';
	throw new RangeError(`--${flag} must be ${what} from 0 to ${max}`);
}

function usage(): string {
	const lines = NUMBERS.map(
		([name, , means]) => `  --${flagOf(name).padEnd(24)}${means} [${defaults[name]}]`,
	);
	return `A Collab service for development: project listing, API keys and OAuth 2.0, in memory.

${lines.join('\n')}
  --tls                     serves https; the file for its certificate, for NODE_EXTRA_CA_CERTS`;
}

const introduce = (sandbox: Sandbox) => `The Collab sandbox is running. Ctrl-C stops it.
  Page for people       ${sandbox.url}
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
