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

const TEXTS = [
	['host', 'address to listen on: localhost, 127.0.0.1 or ::1'],
	['tls', 'file for a certificate made at the start, for NODE_EXTRA_CA_CERTS; serves https'],
	['redirect-uri', 'where the application may have people sent back to; may be repeated'],
] as const;

const defaults = { ...DEFAULTS, port: 4010 };

const flagOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

async function run(): Promise<void> {
	const text = { type: 'string' } as const;
	const { values } = parseArgs({
		options: {
			...Object.fromEntries(NUMBERS.map(([name]) => [flagOf(name), text])),
			help: { type: 'boolean' },
			host: { ...text, default: defaults.host },
			tls: text,
			'redirect-uri': { ...text, multiple: true, default: [...defaults.redirectUris] },
		},
	});
	if (values.help) return console.log(usage());
	const { host, tls, 'redirect-uri': redirectUris } = values;
	const options = { ...defaults, host, tls: tls !== undefined, redirectUris };
	const texts = new Map<string, unknown>(Object.entries(values));
	for (const [name, kind] of NUMBERS) {
		const given = texts.get(flagOf(name));
		if (typeof given === 'string') options[name] = parse(flagOf(name), kind, given);
	}
	const sandbox = await startSandbox(options);
	if (tls !== undefined) await writeFile(tls, sandbox.certificateAuthority ?? '');
	console.log(introduce(sandbox));
	const stop = () => void sandbox.close();
	process.once('SIGINT', stop).once('SIGTERM', stop);
}

function parse(flag: string, kind: (typeof NUMBERS)[number][1], given: string): number {
	const value = given.trim() === '' ? NaN : Number(given);
	const max = kind === 'share' ? 1 : Number.MAX_SAFE_INTEGER;
	if (value >= 0 && value <= max && (kind !== 'whole' || Number.isInteger(value))) return value;
	const what = kind === 'whole' ? 'a whole number' : 'a number';
	throw new RangeError(`--${flag} must be ${what} from 0 to ${max}`);
}

function usage(): string {
	const numbers = NUMBERS.map(([name, , means]) => [flagOf(name), `${means} [${defaults[name]}]`]);
	const lines = [...numbers, ...TEXTS].map(
		([flag = '', means]) => `  --${flag.padEnd(24)}${means}`,
	);
	const what =
		'A Collab service for development: project listing, API keys and OAuth 2.0, in memory.';
	return [what, '', ...lines].join('\n');
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
