import axios, { type AxiosResponse } from 'axios';
import type { ProjectList, SandboxOptions } from '../../dev/sandbox';
import { validateAnswer } from '../contract';
import { openSandbox } from '../sandboxes';

export type Fields = Readonly<Record<string, string>>;

/** Holds an answer against the interface's document, where that speaks of it. */
function expectConformity(response: AxiosResponse<unknown>) {
	const { url = '', method = '' } = response.config;
	if (!['/v1/projects', '/oauth/token', '/oauth/revoke'].includes(url)) return response;
	expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
	expect(validateAnswer(url, method, response.status, response.data)).toEqual([]);
	return response;
}

/** A sandbox with an application that is registered with it, which gets every answer as it came. */
export async function start(options: SandboxOptions = {}) {
	const sandbox = await openSandbox({ projects: 3, ...options });
	const asItCame = { maxRedirects: 0, validateStatus: () => true };
	const http = axios.create({ baseURL: sandbox.url, ...asItCame });
	http.interceptors.response.use(expectConformity);
	const { apiKey, clientId: client_id, clientSecret: client_secret } = sandbox;
	return {
		sandbox,
		http,
		list: (params: object = {}, headers: Fields = { 'X-API-Key': apiKey }) =>
			http.get<ProjectList>('/v1/projects', { params, headers }),
		/** Sends a form with the application's credentials, and gives the status. */
		send: async (path: '/oauth/token' | '/oauth/revoke', form: Fields) => {
			const sent = new URLSearchParams({ client_id, client_secret, ...form });
			return (await http.post(path, sent)).status;
		},
	};
}
