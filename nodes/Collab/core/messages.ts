/**
 * Every text that a run or a connection test shows to a person or a model. An error's `message` says what happened, its
 * `description` what to do. Each names only options that the node in question has.
 */
/* eslint max-lines: off -- all texts stand in this one file */
import { MAX_LEVELS } from './contract';
import {
	type Access,
	CollabError,
	type ErrorData,
	type ErrorKind,
	type MalformedReason,
	type NetworkReason,
	type OwnReason,
	type TokenKind,
} from './errors';
import { MAX_ROWS } from './requests/received';
import { errorOfStatus } from './requests/statusError';
import type { Found, Progress } from './query/find';
import type { Held } from './requests/revocation';

/**
 * Who reads it: the person whose workflow lists or revokes, a model that uses the node as a tool, the person whose
 * trigger polls, and the one who sets a trigger up (fetches a test event or publishes), for whom there is no next poll.
 */
export type Audience = 'run' | 'tool' | 'trigger' | 'setup';

type Text = readonly [message: string, description: string];

type Texts<Key extends string> = Readonly<
	Record<Key, (data: ErrorData, audience: Audience) => Text>
>;

const byReason = <T>(table: Readonly<Record<string, T>>, { reason }: ErrorData, other: T): T =>
	(reason && table[reason]) ?? other;

const CHECK_BASE_URL =
	"Check the 'Base URL' in the credential: it is the address of the REST API and ends in /v1.";
const CHECK_SERVER_URL = "Check the 'Authorization Server URL' in the credential.";
const CHECK_CLIENT =
	"Check the 'Authorization Server URL', the 'Client ID' and the 'Client Secret' in the credential.";
const NOT_AS_SPECIFIED =
	"If it is right, the service does not follow its specification: inform the service's operator.";
const ASK_OPERATOR =
	'If it lasts, ask the operator of the service, or of a proxy between n8n and the service.';
const OR_PROXY = 'The answer may also come from a proxy between n8n and the service.';
const later = (audience: Audience) =>
	audience === 'trigger' ? 'The next poll tries again.' : 'Try again later.';
const readAgain = (audience: Audience) =>
	`${later(audience)} It is easier while fewer projects are being changed. If it happens every time, inform the service's operator.`;
const statusOf = ({ httpStatus }: ErrorData) =>
	httpStatus === undefined ? '' : ` (status ${httpStatus})`;

const NETWORK: Readonly<Record<NetworkReason, Text>> = {
	hostNotFound: [
		"The service's host name could not be found",
		`${CHECK_BASE_URL} Check how the host name is spelled.`,
	],
	connectionRefused: [
		'The service refused the connection',
		`${CHECK_BASE_URL} If it is right, the service is not running.`,
	],
	connectionClosed: [
		'The service closed the connection before it had answered',
		'If it lasts, look for a proxy or firewall between n8n and the service.',
	],
	timeout: ['The service did not answer in time', ASK_OPERATOR],
	noHttps: [
		'The service did not answer with HTTPS',
		`${CHECK_BASE_URL} Look for a wrong port, http:// and https:// mixed up, or a client certificate that it asks for: n8n sends none.`,
	],
	untrustedCertificate: [
		"The service's certificate is not trusted",
		'It was issued by an authority that n8n does not know, or it is not valid today. Make a private authority known to n8n (NODE_EXTRA_CA_CERTS), or inform the operator.',
	],
	certificateOfOtherHost: [
		"The service's certificate is for another host name",
		`${CHECK_BASE_URL} Use the host name that the certificate was issued for.`,
	],
	unreachable: [
		'The service could not be reached',
		'Check the network, and the DNS server, of the machine that runs n8n.',
	],
};

const MALFORMED: Readonly<Record<MalformedReason, (data: ErrorData) => string>> = {
	notJson: () =>
		'it is empty or not JSON in UTF-8, but perhaps a web page, or was cut off on its way',
	brokenHttp: () => 'it breaks the rules of HTTP or of its compression',
	wrongType: ({ label, found, wanted }) => `${label} is ${found}${wanted ? `, not ${wanted}` : ''}`,
	nestedTooDeep: ({ label }) => `${label} is nested more than ${MAX_LEVELS} levels deep`,
	errorAsSuccess: () =>
		'it is a web page, or says that the request did not succeed, although its status is that of a success',
};

const tokenName = (token: TokenKind) => token.replace('_', ' ');

const OWN_TEXTS: Texts<OwnReason> = {
	notConnected: () => [
		'The OAuth2 credential is not connected yet',
		'Open the credential and connect the account.',
	],
	clientRefused: () => [
		"The authorization server did not accept the 'Client ID' or the 'Client Secret'",
		"Check the 'Client ID' and the 'Client Secret' in the credential.",
	],
	scopeRefused: () => [
		"The authorization server did not accept the 'Scope'",
		'Check the \'Scope\' in the credential: to list projects, it has to contain "read".',
	],
	notAnAddress: ({ label }) => [
		`The '${label}' in the credential is not a web address`,
		`Open the credential and enter an address such as https://collab.example.com/v1 as '${label}', without a user name, a password, "@", "?" or "#".`,
	],
	plainHttp: ({ label }) => [
		`The '${label}' in the credential starts with http://, which would send your credential unprotected`,
		`Open the credential and use the https:// address as '${label}', within your own network, too: put a reverse proxy with a certificate in front of the service. Plain http is accepted only on the same machine (localhost, 127.0.0.1 or [::1]).`,
	],
	notAKey: () => [
		"The 'API Key' in the credential has characters that no key has",
		'Copy it again from the developer console, where it may have been shown shortened ("..." or "***"), and enter it without a line break.',
	],
	timeZone: () => [
		"n8n cannot read the credential in this workflow, because the workflow's time zone is not valid",
		"Open the workflow's settings, choose a 'Timezone' and save.",
	],
	proxyFailed: (data) => [
		`The proxy that n8n uses did not connect it to the service${statusOf(data)}`,
		"Check the proxy in n8n's environment (HTTPS_PROXY): its address, its user name and password, and whether it lets n8n reach the service. If they are right, try again later.",
	],
	variesByItem: () => [
		'The OAuth2 credential is not the same for every input item',
		'n8n itself uses the token of the first item for all items. Use no expression that depends on the item in the credential, or one node for each account.',
	],
	asTool: () => [
		'Nothing was revoked: this operation is not for AI tools',
		'Use the Collab node in a workflow that a person runs.',
	],
	notOAuth2: () => [
		'Nothing was revoked: only OAuth2 credentials hold tokens',
		"Choose an OAuth2 credential. API keys are revoked in the service's developer console.",
	],
	notConfirmed: () => [
		'Nothing was revoked: the confirmation is off',
		"Turn on 'Confirm Revocation' once you know that every workflow using this credential stops until it is connected again.",
	],
	noToken: ({ label = '' }) => [
		`The credential holds no ${label} to revoke`,
		"Set 'Tokens' to Both to revoke whatever it holds. Before anybody has connected it, there is no access to end.",
	],
};

const RENEW: Readonly<Record<Access, string>> = {
	apiKey: 'Check the key in it, and create a new one in the developer console if it was revoked.',
	person: 'Open the credential and reconnect it.',
	application: CHECK_CLIENT,
};

/** What else may be missing for listing projects. */
const SCOPE: Readonly<Record<Access, string>> = {
	apiKey: '',
	person: ' Check that \'Scope\' in the credential contains "read", then reconnect it.',
	application: ' Check that \'Scope\' in the credential contains "read".',
};

function unavailable(data: ErrorData, audience: Audience): Text {
	const other: Text = [`The service is not available${statusOf(data)}`, ASK_OPERATOR];
	const [message, description] = byReason(NETWORK, data, other);
	const mayWait = data.reason === 'timeout' && audience === 'run';
	const raise = mayWait ? " Or raise 'Timeout (Seconds)' in the options." : '';
	return [message, `${later(audience)} ${description}${raise}`];
}

const listProgress = ({ rowsRead = 0, totalItems = 0 }: ErrorData) =>
	`(${rowsRead} of ${totalItems} projects read)`;

const TEXTS: Texts<ErrorKind> = {
	unauthorized: ({ access }) => [
		'The service did not accept the credential',
		RENEW[access ?? 'apiKey'],
	],
	forbidden: ({ access }) => [
		'The service does not allow this account to list projects (status 403)',
		`Ask an administrator of the service for access.${SCOPE[access ?? 'apiKey']} ${OR_PROXY}`,
	],
	notFound: () => ['There is no list of projects at this address (status 404)', CHECK_BASE_URL],
	rejected: (data) => [`The service did not accept the request${statusOf(data)}`, CHECK_BASE_URL],
	rateLimited: (data, audience) => [
		`The service is limiting the number of requests${statusOf(data)}`,
		`${later(audience)} If it lasts, run the workflow less often.`,
	],
	unavailable,
	redirected: (data) => [
		`The service redirects to another address${statusOf(data)}, which is not followed to protect your credential`,
		`${CHECK_BASE_URL} If the service has moved, enter its new address.`,
	],
	malformed: (data) => [
		`The service's answer could not be understood: ${byReason(MALFORMED, data, MALFORMED.notJson)(data)}`,
		`${CHECK_BASE_URL} ${NOT_AS_SPECIFIED}`,
	],
	answerTooLarge: () => [
		"One of the service's answers is too large: more than 10 MB, or a million values",
		`${CHECK_BASE_URL} ${NOT_AS_SPECIFIED}`,
	],
	runTooLarge: () => [
		`The service's answers are too large together: more than 100 MB and 2 kB for each project, or ${numeral(MAX_ROWS)} projects`,
		`Read fewer projects at a time. ${CHECK_BASE_URL} ${NOT_AS_SPECIFIED}`,
	],
	unexpected: () => [
		'n8n could not send the request to the service',
		"Look into n8n's log and run the workflow again. If it happens every time, report it to the maintainers of this node.",
	],
	tokenNotRenewed: ({ access }) => [
		'n8n could not renew the access token',
		`Look into n8n's log: n8n holds no refresh token, was given no token, or could not save it. If it happens every time: ${RENEW[access ?? 'person']}`,
	],
	blocked: () => [
		'n8n does not allow requests to the service (SSRF protection)',
		`${CHECK_BASE_URL} If it is right, ask whoever runs n8n to allow its host or IP address (N8N_SSRF_ALLOWED_HOSTNAMES or N8N_SSRF_ALLOWED_IP_RANGES).`,
	],
	refused: OWN_TEXTS.notAnAddress,
	parameterRefused: ({ label = '', wanted, found }, audience) => {
		const rule = `It must be ${wanted}. It is ${found}.`;
		// A model knows its arguments by their labels in lower case.
		const argument = label.toLowerCase().match(/\w+/g)?.join('_') ?? '';
		if (audience === 'tool') return [`The argument '${argument}' cannot be used`, rule];
		const advice = `${rule} If it is an expression, look at what it gives for this item.`;
		return [`The parameter '${label}' cannot be used`, advice];
	},
	listUnstable: (data, audience) => [
		`The list of projects could not be read to its end: it kept changing, or its answers do not agree ${listProgress(data)}`,
		readAgain(audience),
	],
	listCutShort: (data, audience) => [
		`The service answers with fewer projects than it counts, so projects would be missing ${listProgress(data)}`,
		readAgain(audience),
	],
	wrongPage: ({ wanted, found, ...data }, audience) => [
		`The service does not turn its pages, so projects would be missing ${found ? `(page ${found} came for page ${wanted})` : listProgress(data)}`,
		`${readAgain(audience)} A cache or proxy between n8n and the service may ignore the page number.`,
	],
	deepPagesRefused: ({ rowsRead = 0, totalItems = 0 }) => [
		`The service does not return projects beyond number ${numeral(rowsRead)} of ${numeral(totalItems)}`,
		'Ask for fewer projects: with a limit, a time filter or, in the trigger, events that do not need all projects.',
	],
	notSorted: () => [
		'The service does not sort its list by the time of the last change, so changes would be missed',
		"A cache or proxy between n8n and the service may ignore 'sort_by' and 'order'. Otherwise, inform the service's operator.",
	],
	stampsUnreadable: ({ label = '', found = '' }) => [
		`The service writes the times in "${label}" in a notation that cannot be read (such as ${found})`,
		NOT_AS_SPECIFIED.replace('If it is right, t', 'T'),
	],
	tooManyProjects: ({ totalItems = 0 }) => [
		`The account has too many projects for these settings (${numeral(totalItems)})`,
		"Choose 'Project Created' and 'Project Updated' alone, without 'Fields to Watch' and 'Include Previous Values': for anything else, the trigger has to remember all projects.",
	],
	impossibleEvent: ({ label = '' }) => [
		`The event '${label}' can never start this workflow: 'Status' and 'Filters' leave out every such project`,
		"Take the event out of 'Trigger On', or change 'Status' or 'Filters': only active projects become overdue, due soon or stale, and a filter has to fit a project after the event.",
	],
	stateUnreadable: () => [
		'What n8n has saved for this trigger cannot be read',
		'It is damaged, or of another version of this node. To begin anew, rename the node and publish the workflow: what changes until then is not delivered, unless you set Start From to Changed Since.',
	],
	noProjectYet: () => [
		'No project to show yet',
		"The account has no projects, or 'Status' and 'Filters' include none of the newest. Create or change one in the service, then fetch the test event again.",
	],
};

/** What a run shows for this error: what happened, and what to do. */
export function messageOf({ kind, data }: CollabError, audience: Audience = 'run'): Text {
	const textOf = data.isOfAuthServer ? textOfAuthServer : textOfService;
	return whileRevoking(data, textOf(kind, data, audience));
}

function textOfService(kind: ErrorKind, data: ErrorData, audience: Audience): Text {
	return byReason(OWN_TEXTS, data, TEXTS[kind])(data, audience);
}

/** All texts are written of the service. */
function textOfAuthServer(kind: ErrorKind, data: ErrorData, audience: Audience): Text {
	const isRefusal = /^(rejected|forbidden|notFound)$/.test(kind);
	const isRefused = isRefusal || (kind === 'unauthorized' && data.httpStatus !== undefined);
	const [what, advice] = textOfService(isRefused ? 'rejected' : kind, data, audience);
	const named = (text: string) => text.replaceAll('service', 'authorization server');
	const check = isRefused ? `${CHECK_CLIENT} ${OR_PROXY}` : CHECK_SERVER_URL;
	return [named(what), named(advice.replace(CHECK_BASE_URL, check))];
}

/** Which token could not be revoked, and which was revoked before that. */
function whileRevoking({ token, revoked }: ErrorData, [shown, advice]: Text): Text {
	if (!token) return [shown, advice];
	const reason = shown.charAt(0).toLowerCase() + shown.slice(1);
	const before = revoked ? ` The ${tokenName(revoked)} was revoked before.` : '';
	return [
		`The ${tokenName(token)} could not be revoked: ${reason}.${before}`,
		`${advice} Or withdraw the access in the service itself. Until the ${tokenName(token)} is revoked, take it to be valid.`,
	];
}

/** What a test of a connection shows: it has room for one text only. */
export const testTextOf = (error: CollabError): string => messageOf(error, 'setup').join('. ');

/** A test of OAuth2 shows this for a status. n8n does not say whose it is, and which grant is in use is not known. */
export function testTextOfStatus(status: number): string {
	const { kind, data } = errorOfStatus(status);
	const text = testTextOf(new CollabError(kind, { ...data, access: 'person' }));
	const clients = kind === 'unauthorized' ? ` With client credentials: ${CHECK_CLIENT}` : '';
	return text.replace(/^The service /, 'The service (or its authorization server) ') + clients;
}

/** What it shows for an answer with a status of success. */
export const NOT_A_LIST = `Something answered, but not with a list of projects. ${CHECK_BASE_URL}`;

/** n8n keeps an answer without a token, and then only the nodes of this package ask for another one. */
export const NO_TOKEN = `The authorization server gave no access token. ${CHECK_CLIENT} Then run a workflow with this credential: the Collab nodes ask for a new token.`;

// Hints: what the output panel says about how a result came about.

/** @param list with no `projects` for a summary, which has no limit */
export function hintsOnList(list: Found, isFiltered: boolean): string[] {
	return [...(list.isCut ? onLimit(list) : isFiltered ? onFilters(list) : []), ...onCount(list)];
}

function onFilters({ rowsRead, totalItems, matchCount }: Found): string[] {
	const read = `${numeral(rowsRead)} of ${numeral(totalItems)} projects were read`;
	return [`${read}; ${numeral(matchCount)} of them match the filters.`];
}

/** n8n itself says that the limit was reached and which parameters change it. */
function onLimit({ projects, matchCount, total }: Found): string[] {
	const shown = numeral(projects.length);
	if (total !== undefined) return [`Showing ${shown} of ${numeral(total)} that match.`];
	const isMore = matchCount > projects.length;
	return [
		`Showing ${shown}; ${isMore ? `at least ${numeral(matchCount)} match` : 'more may match'}.`,
	];
}

function onCount({ totalItems, rowsRead, isCountWrong }: Progress): string[] {
	if (!isCountWrong) return [];
	const counted = `The service says that there are ${numeral(totalItems)} projects.`;
	return [`${counted} Reading the list several times found ${numeral(rowsRead)}.`];
}

/**
 * For a model that used the node as a tool: whether it has all that match, and how to get at the others.
 * @param returned how many of them the answer has room for
 * @param most that any answer to a model holds
 */
export function noteOnList(
	list: Found,
	returned: number,
	most: { readonly projects: number; readonly characters: number },
): string {
	const { projects, isCut, total } = list;
	if (isCut || returned < projects.length) {
		const of = total === undefined ? 'more, how many was not counted' : numeral(total);
		return `Cut: ${numeral(returned)} of ${of}. An answer has at most ${numeral(most.characters)} characters. Narrow the list with other arguments, or ask for a higher limit (at most ${numeral(most.projects)}), to see the others.`;
	}
	const all =
		returned === 0 ? 'No project matches.' : `All matching projects: ${numeral(returned)}.`;
	return [all, ...onCount(list)].join(' ');
}

/** @param filter by its label */
export function unmatched(filter: string, values: readonly string[]): string[] {
	if (values.length === 0) return [];
	const quoted = values.slice(0, 3).map((value) => `'${value.slice(0, 50)}'`);
	const more = values.length > 3 ? ` or any of ${numeral(values.length - 3)} more` : '';
	return [`${filter}: no project that was read has ${quoted.join(' or ')}${more}.`];
}

export const notApplied = (filter: string) =>
	`The filter '${filter}' was not applied: its expression gives nothing.`;

function numeral(value: number): string {
	return value.toLocaleString('en-US');
}

/** What happens next, in words for the person who revoked. */
export function nextSteps(revoked: readonly TokenKind[], { access, tokens }: Held): string {
	if (access === 'application') {
		return 'n8n gets a new access token with the client ID and secret at the next request. To end the access, remove the application or its secret in the service.';
	}
	if (!revoked.includes('refresh_token') && tokens.some(({ kind }) => kind === 'refresh_token')) {
		return 'n8n gets a new access token with the refresh token at the next request, so the access goes on. To end it, revoke both tokens.';
	}
	const end = revoked.includes('access_token')
		? 'The access has ended: every token that the credential held is revoked.'
		: 'The access ends at the latest when the access token expires.';
	return `${end} Workflows that use this credential fail until somebody opens it in n8n and connects the account again. The credential still holds the tokens, which no longer work: to take them out, open it and press 'Disconnect' (in versions of n8n without that button, delete it).`;
}
