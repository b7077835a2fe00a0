/** The connection test of an API key: of a declared one n8n shows the bare code of what fails on the network. */
import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { parsePage, toQuery } from '../core/contract';
import { NOT_A_LIST, sentencesOf } from '../core/messages';
import { toAddress } from '../core/requests/baseUrl';
import { errorOfAnswer, toCollabError } from './nodeErrors';

const LIST = { status: 'all', sortBy: 'updated_at', order: 'desc' } as const;

/** n8n gives a test no other helper than this one, whose answers are of this form. */
interface Answer {
	readonly statusCode: number;
	readonly headers: Readonly<Record<string, unknown>>;
	readonly body: unknown;
}

export async function testApiKey(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	try {
		await askForOneProject(this, toAddress('Base URL', data['baseUrl']), data['apiKey']);
		return { status: 'OK', message: 'Connection successful!' };
	} catch (cause) {
		const error = toCollabError(cause, { access: 'apiKey', isOfAuthServer: false });
		const message = error.kind === 'malformed' ? NOT_A_LIST : sentencesOf(error, 'setup');
		return { status: 'Error', message };
	}
}

async function askForOneProject(
	context: ICredentialTestFunctions,
	baseUrl: string,
	apiKey: unknown,
): Promise<void> {
	const answer = (await context.helpers.request({
		url: `${baseUrl}/projects`,
		qs: toQuery(LIST, { page: 1, perPage: 1 }),
		headers: { 'X-API-Key': apiKey },
		json: true,
		timeout: 30_000,
		followRedirect: false,
		simple: false,
		resolveWithFullResponse: true,
	})) as Answer;
	if (answer.statusCode >= 300) throw errorOfAnswer(answer.statusCode, answer.headers);
	parsePage(answer.body);
}
