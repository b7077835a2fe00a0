import { request } from './request';

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
	/** The Cookie header of the signed-in browser. */
	cookie = '';

	private constructor(readonly url: string) {}

	/** Creates the owner on a new n8n, signs in on one that has an owner. */
	static async open(url: string, owner: Owner): Promise<Session> {
		const session = new Session(url);
		const settings = await session.get<Settings>('/settings');
		const { email, password } = owner;
		const answer = settings.userManagement.showSetupOnFirstLoad
			? await session.send('POST', '/owner/setup', owner)
			: await session.send('POST', '/login', { emailOrLdapLoginId: email, password });
		const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0]);
		session.cookie = cookies.join('; ');
		return session;
	}

	async get<T>(path: string, query: Record<string, string> = {}): Promise<T> {
		const search = new URLSearchParams(query).toString();
		return await contentOf<T>(await this.send('GET', search ? `${path}?${search}` : path));
	}

	async post<T>(path: string, body: unknown): Promise<T> {
		return await contentOf<T>(await this.send('POST', path, body));
	}

	async patch<T>(path: string, body: unknown): Promise<T> {
		return await contentOf<T>(await this.send('PATCH', path, body));
	}

	async put(path: string, body: unknown): Promise<void> {
		await this.send('PUT', path, body);
	}

	async delete(path: string): Promise<void> {
		await this.send('DELETE', path);
	}

	private async send(method: string, path: string, body?: unknown): Promise<Response> {
		const answer = await request(`${this.url}/rest${path}`, {
			method,
			headers: { Cookie: this.cookie, 'Content-Type': 'application/json' },
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		if (answer.ok) return answer;
		const { message } = (await answer.json().catch(() => ({}))) as { readonly message?: string };
		throw new Error(`n8n answered ${answer.status} to ${method} ${path}: ${message}`);
	}
}

/** n8n wraps what it answers into `data`. */
async function contentOf<T>(answer: Response): Promise<T> {
	const { data } = (await answer.json()) as { readonly data: T };
	return data;
}
