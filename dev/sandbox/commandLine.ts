import { Command, InvalidArgumentError, Option } from 'commander';
import { COMPRESSIONS, DEFAULTS, MAX_PER_PAGE } from './options';
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

const { MAX_SAFE_INTEGER } = Number;

const number = (flags: string, description: string, max = MAX_SAFE_INTEGER) =>
	new Option(flags, description).argParser((text) => parse(text, 'a number', 0, max));

const wholeNumber = (flags: string, description: string, min = 0, max = MAX_SAFE_INTEGER) =>
	new Option(flags, description).argParser((text) => parse(text, 'a whole number', min, max));

const choice = (flags: string, description: string, choices: readonly string[]) =>
	new Option(flags, description).choices(choices);

const SERVICE = [
	wholeNumber('--port <number>', 'port to listen on, 0 for any free one'),
	new Option('--host <address>', 'address to listen on: localhost, 127.0.0.1 or ::1'),
	new Option(
		'--tls <file>',
		'https, by an authority made at the start; its certificate is written to this file, for NODE_EXTRA_CA_CERTS',
	),
	wholeNumber('--projects <number>', 'projects to begin with'),
	wholeNumber('--seed <number>', 'the same seed gives the same projects and keys'),
	number('--latency-ms <number>', 'wait before each answer'),
	number('--requests-per-second <number>', 'above it the answer is 429; 0 for no limit'),
	number(
		'--fault-rate <share>',
		'share of requests (0 to 1) that get a 503 or a dropped connection',
		1,
	),
	wholeNumber('--token-lifetime-seconds <number>', 'lifetime of access tokens', 1),
	number('--changes-per-second <number>', 'live activity: projects that change by themselves'),
	wholeNumber(
		'--max-per-page <number>',
		'the most rows that one page gets, 100 at most',
		1,
		MAX_PER_PAGE,
	),
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
	number(
		'--without-updated-at <share>',
		'share of the first projects (0 to 1) whose updated_at is null',
		1,
	),
	choice(
		'--per-page-report <number>',
		'what pagination.per_page holds: what was asked for, that within the limit, the number of rows returned',
		PER_PAGE_REPORTS,
	),
	wholeNumber(
		'--total-offset <number>',
		'added to the true total; may be below 0',
		-MAX_SAFE_INTEGER,
	),
	wholeNumber('--stale-total-changes <number>', 'the total is so many changes old'),
	number(
		'--create-before-select-rate <share>',
		'share of requests (0 to 1) in which a project is created after counting and before selecting',
		1,
	),
	wholeNumber(
		'--replica-lag-changes <number>',
		'every list is answered from a state up to so many changes old',
	),
	number(
		'--replica-lag-ms <number>',
		'every list is answered from a state up to so many milliseconds old',
	),
];

const LOOSE_ANSWERS = [
	wholeNumber(
		'--date-offset-ms <number>',
		'added to the Date header; may be below 0',
		-MAX_SAFE_INTEGER,
	),
	choice('--compression <encoding>', 'of all answers, whatever the caller accepts', COMPRESSIONS),
];

function parse(text: string, kind: string, min: number, max: number): number {
	const value = text.trim() === '' ? NaN : Number(text);
	const isOfKind = kind === 'a number' || Number.isInteger(value);
	if (isOfKind && value >= min && value <= max) return value;
	throw new InvalidArgumentError(`It must be ${kind} from ${min} to ${max}.`);
}
