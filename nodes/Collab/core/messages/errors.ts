/** Every text that a run or connection test shows for an error. Each names only options that the node has. */
import { CollabError, type ErrorData, type ErrorKind } from '../errors';
import { errorOfStatus } from '../requests/statusError';
import { MALFORMED, NETWORK, OWN_TEXTS, RENEW } from './causes';
import { whileRevoking } from './revocation';
import {
	ASK_OPERATOR,
	type Audience,
	CHECK_BASE_URL,
	CHECK_CLIENT,
	later,
	NOT_AS_SPECIFIED,
	numeral,
	OR_PROXY,
	type Shown,
	statusOf,
	type Texts,
} from './words';

type Told = Texts<ErrorKind>[ErrorKind];
type Write = Exclude<Told, string>;

/** The text of the reason says more than the other. */
function told(table: Readonly<Record<string, Told>>, other: Told, ...shown: Parameters<Write>) {
	const [{ reason }] = shown;
	const text = (reason && table[reason]) ?? other;
	return typeof text === 'string' ? text : text(...shown);
}

const renew = ({ access = 'apiKey' }: ErrorData) => RENEW[access];

/** What else may be missing for listing projects. */
const scopeOf = ({ access = 'apiKey' }: ErrorData) =>
	access === 'apiKey' ? '' : ' Check that \'Scope\' in the credential contains "read".';

function unavailable(data: ErrorData, audience: Audience): string {
	const other = `The service is not available${statusOf(data)}. ${ASK_OPERATOR}`;
	const text = told(NETWORK, other, data, audience);
	const mayWait = data.reason === 'timeout' && audience === 'run';
	const raise = mayWait ? " Or raise 'Timeout (Seconds)' in the options." : '';
	return text.replace('. ', `. ${later(audience)} `) + raise;
}

const FEWER_EVENTS =
	"Choose 'Project Created' and 'Project Updated' alone, without 'Fields to Watch' and 'Include Previous Values': for anything else, the trigger has to";

/** How to do with the projects that can be read. */
const FEWER_ROWS: Readonly<Record<Audience, string>> = {
	run: "Turn off 'Return All' and set a 'Limit', or list only what was changed 'Updated After' some day.",
	tool: 'Ask with a lower limit, or with updated_after.',
	trigger: `${FEWER_EVENTS} read all projects.`,
	setup: `${FEWER_EVENTS} read all projects.`,
};

const TEXTS: Texts<ErrorKind> = {
	unauthorized: (data) => `The service did not accept the credential. ${renew(data)}`,
	forbidden: (data) =>
		`The service does not allow this account to list projects (status 403). Some services answer so to a wrong credential, too: ${renew(data)} Or ask an administrator of the service for access.${scopeOf(data)} ${OR_PROXY}`,
	notFound: `There is no list of projects at this address (status 404). ${CHECK_BASE_URL} ${OR_PROXY}`,
	rejected: (data) =>
		`The service did not accept the request${statusOf(data)}. ${CHECK_BASE_URL} Some services answer so to a credential that has expired: ${renew(data)} ${OR_PROXY}`,
	rateLimited: (data, audience) =>
		`The service is limiting the number of requests${statusOf(data)}. ${later(audience)} If it lasts, run the workflow less often.`,
	unavailable,
	redirected: (data) =>
		`The service redirects to another address${statusOf(data)}, which is not followed to protect your credential. ${CHECK_BASE_URL} If the service has moved, enter its new address. ${OR_PROXY}`,
	malformed: (data, audience) =>
		`The service's answer could not be understood: ${told(MALFORMED, MALFORMED.notJson, data, audience)}. ${CHECK_BASE_URL} ${NOT_AS_SPECIFIED}`,
	answerTooLarge: `One of the service's answers is too large: more than 10 MB, with 10 bytes more for each value, or nested more than 100 levels deep. ${CHECK_BASE_URL} ${NOT_AS_SPECIFIED}`,
	runTooLarge: `The service's answers are too large together: more than 500 MB, with 10 bytes more for each value. Read fewer projects at a time. ${CHECK_BASE_URL} ${NOT_AS_SPECIFIED}`,
	unexpected:
		"n8n could not send the request to the service. Look into n8n's log and run the workflow again. If it happens every time, report it to the maintainers of this node.",
	tokenNotRenewed: ({ access = 'person' }) =>
		`n8n could not renew the access token. Look into n8n's log: n8n holds no refresh token, was given no token, or could not save it. If it happens every time: ${RENEW[access]}`,
	blocked: `n8n does not allow requests to the service (SSRF protection). ${CHECK_BASE_URL} If it is right, ask whoever runs n8n to allow its host or IP address (N8N_SSRF_ALLOWED_HOSTNAMES or N8N_SSRF_ALLOWED_IP_RANGES).`,
	refused: OWN_TEXTS.notAnAddress,
	parameterRefused: ({ label = '', wanted, found }, audience) => {
		const rule = `It must be ${wanted}. It is ${found}.`;
		// A model knows its arguments by their labels in lower case.
		const argument = label.toLowerCase().match(/\w+/g)?.join('_') ?? '';
		if (audience === 'tool') return `The argument '${argument}' cannot be used. ${rule}`;
		return `The parameter '${label}' cannot be used. ${rule} Change the value, or the expression that gives it.`;
	},
	listUnstable: ({ rowsRead = 0, totalItems = 0 }, audience) =>
		`The list of projects could not be read to its end: it kept changing, or the service's answers do not agree (${rowsRead} of ${totalItems} projects read). ${later(audience)} It works best at a quiet time. If it happens every time, a cache or proxy between n8n and the service may ignore the page number, or the service the page size: inform the service's operator.`,
	deepPagesRefused: ({ rowsRead = 0 }, audience) =>
		`The service does not return projects beyond number ${numeral(rowsRead)}, though there are more. ${FEWER_ROWS[audience]} Or ask the service's operator to allow more.`,
	stampsUnreadable: ({ label, found }) =>
		`The service writes the times in '${label}' in a notation that this node cannot read. They look like ${found}, where 0 is any digit and A any letter. It reads ISO 8601, the dates of HTTP, and seconds or milliseconds since 1970. Inform the service's operator; a list without time filters, sorted by name, needs no times.`,
	tooManyProjects: ({ totalItems = 0 }) =>
		`The account has too many projects for these settings (${numeral(totalItems)}). ${FEWER_EVENTS} remember all projects.`,
	notSorted:
		"The service does not sort its list by the time of the last change, so changes would be missed. A cache or proxy between n8n and the service may ignore 'sort_by' and 'order'. Otherwise, inform the service's operator.",
	impossibleEvent: ({ label }) =>
		`The event '${label}' can never start this workflow: 'Status' and 'Filters' leave out every such project. Take the event out of 'Trigger On', or change 'Status' or 'Filters': only active projects become overdue, due soon or stale, and a filter has to fit a project after the event.`,
	stateUnreadable:
		'What n8n has saved for this trigger cannot be read. It is damaged, or of another version of this node. To begin anew, rename the node and publish the workflow: what changes until then is not delivered, unless you set Start From to Changed Since.',
	noProjectYet:
		"No project to show yet. The account has no projects, or 'Status' and 'Filters' include none of the newest. Create or change one in the service, then fetch the test event again.",
};

/** What a run shows for this error: what happened, and what to do. */
export function messageOf({ kind, data }: CollabError, audience: Audience = 'run'): Shown {
	const shownOf = data.isOfAuthServer ? ofAuthServer : ofService;
	return whileRevoking(data, shownOf(kind, data, audience));
}

function ofService(kind: ErrorKind, data: ErrorData, audience: Audience): Shown {
	const text = told(OWN_TEXTS, TEXTS[kind], data, audience);
	const end = text.indexOf('. ');
	return [text.slice(0, end), text.slice(end + 2)];
}

/** All texts are written of the service. */
function ofAuthServer(kind: ErrorKind, data: ErrorData, audience: Audience): Shown {
	const isRefusal = !data.reason && /^(rejected|forbidden|notFound)$/.test(kind);
	const isRefused = isRefusal || (kind === 'unauthorized' && data.httpStatus !== undefined);
	const [what, advice] = ofService(isRefused ? 'rejected' : kind, data, audience);
	const named = (text: string) => text.replaceAll('service', 'authorization server');
	const check = "Check the 'Authorization Server URL' in the credential.";
	const shown = isRefused ? `${CHECK_CLIENT} ${OR_PROXY}` : advice.replace(CHECK_BASE_URL, check);
	return [named(what), named(shown)];
}

/** Tests of a connection show one text only. */
export const testTextOf = (error: CollabError): string => messageOf(error, 'setup').join('. ');

/** A test of OAuth2 shows this for a status. n8n does not say whose it is, and which grant is in use is not known. */
export function testTextOfStatus(status: number): string {
	const { kind, data } = errorOfStatus(status);
	const text = testTextOf(new CollabError(kind, { ...data, access: 'person' }));
	const clients = kind === 'unauthorized' ? ` With client credentials: ${CHECK_CLIENT}` : '';
	const slash = ' The nodes follow a redirect that only adds a slash; this test cannot.';
	const whose = 'The service (or its authorization server, or a proxy) ';
	return text.replace(/^The service /, whose) + clients + (kind === 'redirected' ? slash : '');
}

/** What it shows for an answer with a status of success. */
export const NOT_A_LIST = `Something answered, but not with a list of projects. ${CHECK_BASE_URL} ${OR_PROXY}`;

/** n8n keeps an answer without a token, and then only the nodes of this package ask for another one. */
export const NO_TOKEN = `The authorization server gave no access token. ${CHECK_CLIENT} Then run a workflow with this credential: the Collab nodes ask for a new token.`;
