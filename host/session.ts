import axios, { type AxiosInstance, type AxiosResponse, type Method } from 'axios';

export interface Owner {
	readonly email: string;
	readonly password: string;
	readonly firstName: string;
	readonly lastName: string;
}

interface Settings {
	readonly userManagement: { readonly showSetupOnFirstLoad: boolean };
}

/** n8n's REST interface, as one signed-in person uses it. */
export class Session {
	private constructor(
		readonly url: string,
		/** The Cookie header of the signed-in browser. */
		readonly cookie: string,
		private readonly http: AxiosInstance,
	) {}

	/** Creates the owner on a new n8n, signs in on one that has an owner. */
	static async open(url: string, owner: Owner): Promise<Session> {
		const http = axios.create({ baseURL: `${url}/rest`, validateStatus: () => true });
		const settings = unwrap<Settings>(await http.get('/settings'));
		const answer = settings.userManagement.showSetupOnFirstLoad
			? await http.post('/owner/setup', owner)
			: await http.post('/login', { emailOrLdapLoginId: owner.email, password: owner.password });
		unwrap(answer);
		const cookie = (answer.headers['set-cookie'] ?? [])
			.map((line) => line.split(';')[0])
			.join('; ');
		http.defaults.headers.common['Cookie'] = cookie;
		return new Session(url, cookie, http);
	}

	async get<T>(path: string, params: Record<string, string | number> = {}): Promise<T> {
		return await this.request<T>('GET', path, { params });
	}

	async post<T>(path: string, data: unknown): Promise<T> {
		return await this.request<T>('POST', path, { data });
	}

	async patch<T>(path: string, data: unknown): Promise<T> {
		return await this.request<T>('PATCH', path, { data });
	}

	private async request<T>(
		method: Method,
		url: string,
		more: { data?: unknown; params?: Record<string, string | number> },
	): Promise<T> {
		return unwrap<T>(await this.http.request({ method, url, ...more }));
	}
}

/** n8n wraps what it answers into `data`, and says in `message` what went wrong. */
function unwrap<T>(answer: AxiosResponse<{ data: T; message?: string }>): T {
	if (answer.status < 300) return answer.data.data;
	const { method = '', url = '' } = answer.config;
	const reason = answer.data.message ?? JSON.stringify(answer.data);
	throw new Error(`n8n answered ${answer.status} to ${method.toUpperCase()} ${url}: ${reason}`);
}
