import axios, { type AxiosResponse } from 'axios';
import type { Sandbox, SandboxOptions } from '../../dev/sandbox';
import { validateAnswer } from '../contract';
import { openSandbox } from '../sandboxes';

export type Form = Readonly<Record<string, string>>;

export interface TokenAnswer {
	readonly access_token: string;
	readonly refresh_token?: string;
	readonly error?: string;
}

/** Holds an answer against the interface's document, where that speaks of it. */
function expectConformity(response: AxiosResponse<unknown>) {
	const { url = '', method = '' } = response.config;
	if (!['/v1/projects', '/oauth/token', '/oauth/revoke'].includes(url)) return response;
	expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
	expect(validateAnswer(url, method, response.status, response.data)).toEqual([]);
	return response;
}

/** A sandbox with an application that is registered with it, and the person who uses that. */
export class Application {
	/** Shows every answer as it came. */
	readonly http;

	constructor(readonly sandbox: Sandbox) {
		const asItCame = { maxRedirects: 0, validateStatus: () => true };
		this.http = axios.create({ baseURL: sandbox.url, ...asItCame });
		this.http.interceptors.response.use(expectConformity);
	}

	list<T = unknown>(params: object = {}, headers: Form = { 'X-API-Key': this.sandbox.apiKey }) {
		const paramsSerializer = { indexes: null };
		return this.http.get<T>('/v1/projects', { params, headers, paramsSerializer });
	}

	async statusFor(token: string): Promise<number> {
		return (await this.list({}, { Authorization: `Bearer ${token}` })).status;
	}

	/** Sends a form with the application's credentials. */
	send(path: '/oauth/token' | '/oauth/revoke', form: Form) {
		const { clientId: client_id, clientSecret: client_secret } = this.sandbox;
		const fields = new URLSearchParams({ client_id, client_secret, ...form });
		return this.http.post<TokenAnswer>(path, fields);
	}

	refresh(token = '') {
		return this.send('/oauth/token', { grant_type: 'refresh_token', refresh_token: token });
	}
}

export const start = async (options: SandboxOptions = {}) =>
	new Application(await openSandbox({ projects: 3, ...options }));
