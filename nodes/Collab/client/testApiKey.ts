/** n8n shows a bare code where a declared test fails on the network, so the test of an API key is a function. */
import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { parsePage } from '../core/contract';
import { NOT_A_LIST, testTextOf } from '../core/messages';
import { toAddress, toApiKey } from '../core/requests/credential';
import { addsSlash } from '../core/requests/statusError';
import type { Answer } from './http';
import { errorOfAnswer, type Sent, toCollabError } from './nodeErrors';

export async function testApiKey(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	// n8n gives a test no other helper than `request`.
	const { helpers } = this;
	try {
		const url = `${toAddress('Base URL', data['baseUrl'])}/projects`;
		const ask = async (address: string) =>
			(await helpers.request({
				url: address,
				qs: { page: 1, per_page: 1, status: 'all' },
				headers: { 'X-API-Key': toApiKey(data['apiKey']) },
				json: true,
				timeout: 30_000,
				followRedirect: false,
				simple: false,
				resolveWithFullResponse: true,
			})) as Answer<unknown> & { readonly request?: Sent };
		let answer = await ask(url);
		if (addsSlash(url, answer.headers['location'])) answer = await ask(`${url}/`);
		const { statusCode, headers, body, request } = answer;
		if (statusCode >= 300) throw errorOfAnswer(statusCode, headers, request);
		parsePage(body, { page: 1, perPage: 1 });
		return { status: 'OK', message: 'Connection successful!' };
	} catch (cause) {
		const error = toCollabError(cause);
		const message = error.kind === 'malformed' ? NOT_A_LIST : testTextOf(error);
		return { status: 'Error', message };
	}
}
