import axios, { type AxiosResponse } from 'axios';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../dev/sandbox';
import { validateAnswer } from '../contract';

export type Form = Readonly<Record<string, string>>;

export interface TokenAnswer {
	readonly access_token: string;
	readonly refresh_token?: string;
	readonly expires_in: number;
	readonly error?: string;
}

export const CALLBACK = 'http://localhost:5678/rest/oauth2-credential/callback';
export const STATE = 'eyJ0b2tlbiI6IngifQ==';

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

	readonly credentials: Form;

	constructor(readonly sandbox: Sandbox) {
		const asItCame = { maxRedirects: 0, validateStatus: () => true };
		this.http = axios.create({ baseURL: sandbox.url, ...asItCame });
		this.http.interceptors.response.use(expectConformity);
		this.credentials = { client_id: sandbox.clientId, client_secret: sandbox.clientSecret };
	}

	list<T = unknown>(params: object = {}, headers: Form = { 'X-API-Key': this.sandbox.apiKey }) {
		const paramsSerializer = { indexes: null };
		return this.http.get<T>('/v1/projects', { params, headers, paramsSerializer });
	}

	async statusWith(headers: Form): Promise<number> {
		return (await this.list({}, headers)).status;
	}

	async mayRead(token: string): Promise<boolean> {
		return (await this.statusWith({ Authorization: `Bearer ${token}` })) === 200;
	}

	/** What the application puts into the address of the consent page. */
	asks(more: Form = {}): Form {
		const { clientId: client_id } = this.sandbox;
		const wishes = { response_type: 'code', scope: 'read', state: STATE };
		return { client_id, redirect_uri: CALLBACK, ...wishes, ...more };
	}

	/** The consent page answered, as a browser sends it from there unless another origin is given. */
	decide(form: Form, origin = this.sandbox.url) {
		const headers = origin === '' ? {} : { Origin: origin };
		return this.http.post('/oauth/authorize', new URLSearchParams(form), { headers });
	}

	async codeAfterConsent(more: Form = {}): Promise<string> {
		const { headers } = await this.decide({ ...this.asks(more), allowed: 'true' });
		return new URL(String(headers['location'])).searchParams.get('code') ?? '';
	}

	/** Sends a form with the application's credentials. */
	send(path: '/oauth/token' | '/oauth/revoke', form: Form, params: Form = {}) {
		const fields = new URLSearchParams({ ...this.credentials, ...form });
		return this.http.post<TokenAnswer>(path, fields, { params });
	}

	exchange(code: string, more: Form = {}) {
		const form = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK };
		return this.send('/oauth/token', { ...form, ...more });
	}

	refresh(token = '') {
		return this.send('/oauth/token', { grant_type: 'refresh_token', refresh_token: token });
	}
}

const open: Sandbox[] = [];

/** Closes after the test, whether it passes or fails: one that stays open keeps Jest alive. */
export async function start(options: SandboxOptions = {}): Promise<Application> {
	const sandbox = await startSandbox({ projects: 3, ...options });
	open.push(sandbox);
	return new Application(sandbox);
}

afterEach(async () => void (await Promise.all(open.splice(0).map((sandbox) => sandbox.close()))));
