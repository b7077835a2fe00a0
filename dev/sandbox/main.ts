import { Command, InvalidArgumentError } from 'commander';
import { startSandbox } from './sandbox';
import type { Sandbox } from './sandbox';
import type { SandboxOptions } from './options';
import { DEFAULTS } from './options';

const COMMAND_LINE_PORT = 4010;

const command = new Command('sandbox')
	.description(
		'A Collab service for development: project listing, API keys and OAuth 2.0, in memory.',
	)
	.option(
		'--port <number>',
		'port to listen on, 0 for any free one',
		wholeNumber,
		COMMAND_LINE_PORT,
	)
	.option('--host <address>', 'address to listen on', DEFAULTS.host)
	.option('--projects <number>', 'projects to begin with', wholeNumber, DEFAULTS.projects)
	.option(
		'--seed <number>',
		'the same seed gives the same projects and keys',
		wholeNumber,
		DEFAULTS.seed,
	)
	.option('--latency-ms <number>', 'wait before each answer', amount, DEFAULTS.latencyMs)
	.option(
		'--requests-per-second <number>',
		'above it the answer is 429; 0 for no limit',
		amount,
		DEFAULTS.requestsPerSecond,
	)
	.option(
		'--fault-rate <share>',
		'share of requests (0 to 1) that get a 503 or a dropped connection',
		share,
		DEFAULTS.faultRate,
	)
	.option(
		'--token-lifetime-seconds <number>',
		'lifetime of access tokens',
		positive,
		DEFAULTS.tokenLifetimeSeconds,
	)
	.option(
		'--changes-per-second <number>',
		'live activity: projects that change by themselves',
		amount,
		DEFAULTS.changesPerSecond,
	)
	.option(
		'--max-per-page <number>',
		'the most rows that one page gets',
		positive,
		DEFAULTS.maxPerPage,
	)
	.option(
		'--redirect-uri <address...>',
		'where the application may have people sent back to',
		DEFAULTS.redirectUris,
	)
	.action(run);

void command.parseAsync();

async function run({ redirectUri, ...options }: SandboxOptions & { redirectUri: string[] }) {
	const sandbox = await startSandbox({ ...options, redirectUris: redirectUri }).catch(giveUp);
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

function amount(text: string): number {
	const value = Number(text);
	if (text.trim() !== '' && Number.isFinite(value) && value >= 0) return value;
	throw new InvalidArgumentError('It must be a number, 0 or more.');
}

function wholeNumber(text: string): number {
	if (Number.isSafeInteger(amount(text))) return amount(text);
	throw new InvalidArgumentError('It must be a whole number, 0 or more.');
}

function positive(text: string): number {
	if (wholeNumber(text) > 0) return wholeNumber(text);
	throw new InvalidArgumentError('It must be a whole number, 1 or more.');
}

function share(text: string): number {
	if (amount(text) <= 1) return amount(text);
	throw new InvalidArgumentError('It must lie between 0 and 1.');
}
