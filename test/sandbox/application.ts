import type { AxiosInstance } from 'axios';
import type { Sandbox } from '../../dev/sandbox';
import { callerOf, startForTest, withToken } from './caller';

export interface TokenAnswer {
	access_token: string;
	refresh_token?: string;
	expires_in: number;
	scope: string;
	error?: string;
}

type Form = Record<string, string>;

export const CALLBACK = 'http://localhost:5678/rest/oauth2-credential/callback';
export const STATE = 'eyJ0b2tlbiI6IngifQ==';

/** An application that is registered with the service, and the person who uses it. */
export class Application {
	readonly caller: AxiosInstance;

	constructor(readonly sandbox: Sandbox) {
		this.caller = callerOf(sandbox);
	}

	static async startForTest(): Promise<Application> {
		return new Application(await startForTest({ projects: 3 }));
	}

	/** What the application puts into the address of the consent page. */
	asks(more: Form = {}): Form {
		return {
			client_id: this.sandbox.clientId,
			redirect_uri: CALLBACK,
			response_type: 'code',
			scope: 'read',
			state: STATE,
			...more,
		};
	}

	/** The form of the consent page, as a browser sends it from there unless another origin is given. */
	async send(form: Form, origin: string | undefined = this.sandbox.url) {
		const headers = origin === '' ? {} : { Origin: origin };
		return await this.caller.post('/oauth/authorize', new URLSearchParams(form), { headers });
	}

	/** The person answers the consent page; gives the address that they are sent to. */
	async decide(allowed: boolean, more: Form = {}): Promise<URL> {
		const { status, headers } = await this.send({ ...this.asks(more), allowed: String(allowed) });
		expect(status).toBe(302);
		return new URL(String(headers['location']));
	}

	async codeAfterConsent(more: Form = {}): Promise<string> {
		return (await this.decide(true, more)).searchParams.get('code') ?? '';
	}

	requestToken(form: Form) {
		return this.post('/oauth/token', form);
	}

	exchangeCode(code: string, more: Form = {}) {
		return this.requestToken({
			grant_type: 'authorization_code',
			code,
			redirect_uri: CALLBACK,
			...more,
		});
	}

	refresh(refreshToken = '') {
		return this.requestToken({ grant_type: 'refresh_token', refresh_token: refreshToken });
	}

	revoke(form: Form) {
		return this.post('/oauth/revoke', form);
	}

	async mayRead(accessToken: string): Promise<boolean> {
		return (await this.caller.get('/v1/projects', withToken(accessToken))).status === 200;
	}

	credentials() {
		return { client_id: this.sandbox.clientId, client_secret: this.sandbox.clientSecret };
	}

	private post(path: string, form: Form) {
		const fields = new URLSearchParams({ ...this.credentials(), ...form });
		return this.caller.post<TokenAnswer>(path, fields);
	}
}
