import type { INodeParameters } from 'n8n-workflow';
import { CredentialStore } from '../harness/credentialStore';
import { runCollab, type CollabRun, type Outcome } from '../harness/runCollab';
import { answer, listOf, type Script } from '../harness/scriptedServer';
import { textIn } from '../harness/textIn';

export const API_KEY = 'key-that-nobody-may-see';

interface Settings extends Pick<CollabRun, 'items' | 'settings'> {
	readonly parameters?: INodeParameters;
	readonly options?: INodeParameters;
}

/** Lists projects from that address; without a retry, unless `options` say otherwise. */
export async function listFrom(
	baseUrl: string,
	{ parameters, options, ...rest }: Settings = {},
): Promise<Outcome> {
	const store = new CredentialStore();
	const collabApi = store.add('collabApi', { baseUrl, apiKey: API_KEY });
	return await runCollab({
		store,
		credentials: { collabApi },
		parameters: {
			authentication: 'apiKey',
			...parameters,
			options: { maxRetryWait: 0, ...options },
		},
		...rest,
	});
}

/** What every error has in common, whatever its cause. */
export function expectFailure(outcome: Outcome, happened: RegExp, advice: RegExp): void {
	expect(outcome.error?.message).toMatch(happened);
	expect(outcome.error?.description).toMatch(advice);
	expect(outcome.error?.context['itemIndex']).toBe(0);
	expect(outcome.items).toEqual([]);
	expect(outcome.run.status).toBe('error');
	expect(textIn(outcome)).not.toContain(API_KEY);
}

export const always =
	(status: number, body: unknown = {}, headers: Record<string, string> = {}): Script =>
	(response) =>
		answer(response, status, body, headers);

/** Fails so many times, then answers with one project. */
export const thenRecovers =
	(failures: number, fail: Script): Script =>
	(response, request, attempt) => {
		if (attempt <= failures) fail(response, request, attempt);
		else answer(response, 200, listOf([{ id: 'proj_1' }]));
	};
