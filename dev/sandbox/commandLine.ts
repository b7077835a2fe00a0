import { Command, InvalidArgumentError, Option } from 'commander';
import { BODIES, BODY_TARGETS, COMPRESSIONS, DEFAULTS, MAX_PER_PAGE } from './options';
import { NULLS, PER_PAGE_REPORTS, TIES } from './projects/looseListing';

const COMMAND_LINE_PORT = 4010;

/** Named as the options of `startSandbox`, in the command line's spelling, with the same defaults. */
export function sandboxCommand(): Command {
	const command = new Command('sandbox').description(
		'A Collab service for development: project listing, API keys and OAuth 2.0, in memory.',
	);
	const defaults = new Map<string, unknown>([
		...Object.entries(DEFAULTS),
		['port', COMMAND_LINE_PORT],
		['tls', undefined],
		['redirectUri', DEFAULTS.redirectUris],
	]);
	for (const option of [...SERVICE, ...LOOSE_LISTS, ...LOOSE_ANSWERS]) {
		command.addOption(option.default(defaults.get(option.attributeName())));
	}
	return command;
}

const option = (flags: string, description: string, parse: (text: string) => number) =>
	new Option(flags, description).argParser(parse);

const choice = (flags: string, description: string, choices: readonly string[]) =>
	new Option(flags, description).choices(choices);

const SERVICE = [
	option('--port <number>', 'port to listen on, 0 for any free one', wholeNumber),
	new Option('--host <address>', 'address to listen on: localhost, 127.0.0.1 or ::1'),
	new Option(
		'--tls <file>',
		'https, by an authority made at the start; its certificate is written to this file, for NODE_EXTRA_CA_CERTS',
	),
	option('--projects <number>', 'projects to begin with', wholeNumber),
	option('--seed <number>', 'the same seed gives the same projects and keys', wholeNumber),
	option('--latency-ms <number>', 'wait before each answer', amount),
	option('--requests-per-second <number>', 'above it the answer is 429; 0 for no limit', amount),
	option(
		'--fault-rate <share>',
		'share of requests (0 to 1) that get a 503 or a dropped connection',
		share,
	),
	option('--token-lifetime-seconds <number>', 'lifetime of access tokens', positive),
	option(
		'--changes-per-second <number>',
		'live activity: projects that change by themselves',
		amount,
	),
	option('--max-per-page <number>', 'the most rows that one page gets, 100 at most', pageSize),
	new Option('--redirect-uri <address...>', 'where the application may have people sent back to'),
];

const LOOSE_LISTS = [
	choice(
		'--ties <order>',
		'order of projects with equal sort values: by ID, by ID reversed, random for every request, by a hidden column',
		TIES,
	),
	new Option('--hidden-column <field>', 'the field for --ties hidden'),
	choice(
		'--nulls <place>',
		'where projects without a sort value stand: always first, always last, as PostgreSQL or MySQL sort them',
		NULLS,
	),
	option(
		'--without-updated-at <share>',
		'share of the first projects (0 to 1) whose updated_at is null',
		share,
	),
	choice(
		'--per-page-report <number>',
		'what pagination.per_page holds: what was asked for, that within the limit, the number of rows returned',
		PER_PAGE_REPORTS,
	),
	option('--total-offset <number>', 'added to the true total; may be below 0', integer),
	option('--stale-total-changes <number>', 'the total is so many changes old', wholeNumber),
	option(
		'--create-before-select-rate <share>',
		'share of requests (0 to 1) in which a project is created after counting and before selecting',
		share,
	),
	option(
		'--replica-lag-changes <number>',
		'every list is answered from a state up to so many changes old',
		wholeNumber,
	),
	option(
		'--replica-lag-ms <number>',
		'every list is answered from a state up to so many milliseconds old',
		amount,
	),
];

const LOOSE_ANSWERS = [
	option('--date-offset-ms <number>', 'added to the Date header; may be below 0', integer),
	choice('--compression <encoding>', 'of all answers, whatever the caller accepts', COMPRESSIONS),
	choice(
		'--body <kind>',
		'bodies too large to hold: the true answer with white space inside as gzip or Brotli, the same without an end, a list of empty objects as gzip',
		BODIES,
	),
	option('--body-bytes <number>', 'their size after decompression', positive),
	choice('--body-targets <answers...>', 'the answers that get them', BODY_TARGETS),
];

function amount(text: string): number {
	const value = Number(text);
	if (text.trim() !== '' && Number.isFinite(value) && value >= 0) return value;
	throw new InvalidArgumentError('It must be a number, 0 or more.');
}

function integer(text: string): number {
	if (text.trim() !== '' && Number.isSafeInteger(Number(text))) return Number(text);
	throw new InvalidArgumentError('It must be a whole number.');
}

function wholeNumber(text: string): number {
	if (Number.isSafeInteger(amount(text))) return amount(text);
	throw new InvalidArgumentError('It must be a whole number, 0 or more.');
}

function positive(text: string): number {
	if (wholeNumber(text) > 0) return wholeNumber(text);
	throw new InvalidArgumentError('It must be a whole number, 1 or more.');
}

function pageSize(text: string): number {
	if (positive(text) <= MAX_PER_PAGE) return positive(text);
	throw new InvalidArgumentError(`It must be a whole number from 1 to ${MAX_PER_PAGE}.`);
}

function share(text: string): number {
	if (amount(text) <= 1) return amount(text);
	throw new InvalidArgumentError('It must lie between 0 and 1.');
}
