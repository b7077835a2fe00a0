/** Tests of a connection show one text only. */
import { CollabError } from '../errors';
import { errorOfStatus } from '../requests/statusError';
import { messageOf } from './errors';
import { CHECK_BASE_URL, CHECK_CLIENT, OR_PROXY } from './words';

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
