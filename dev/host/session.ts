import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export type Owner = Awaited<ReturnType<typeof ownerOf>>;

/** Who owns the n8n of a user folder, with a password of its own, which is kept there. */
async function ownerOf(userFolder: string) {
	const file = join(userFolder, 'owner-password');
	// n8n asks for a digit and a capital letter.
	const fresh = `${randomBytes(15).toString('base64url')}-0A`;
	if (!existsSync(file)) await writeFile(file, fresh, { mode: 0o600 });
	const password = await readFile(file, 'utf8');
	return { email: 'owner@collab.example', firstName: 'Olu', lastName: 'Owner', password };
}

/** A request to n8n on a connection of its own: n8n closes an idle one after some seconds, which may cross the next request on it. */
export async function request(address: string | URL, init: RequestInit = {}): Promise<Response> {
	const headers = new Headers(init.headers);
	headers.set('Connection', 'close');
	return await fetch(address, { ...init, headers });
}

/** n8n's REST interface, as its owner uses it. */
export class Session {
	cookie = '';

	private constructor(
		readonly url: string,
		readonly owner: Owner,
	) {}

	/** Creates the owner on a new n8n, signs in on one that has an owner. */
	static async open({ url, workingFolder }: Readonly<Record<'url' | 'workingFolder', string>>) {
		const owner = await ownerOf(workingFolder);
		const session = new Session(url, owner);
		type Settings = { readonly userManagement: { readonly showSetupOnFirstLoad: boolean } };
		const { userManagement } = await session.get<Settings>('/settings');
		const { email, password } = owner;
		const answer = userManagement.showSetupOnFirstLoad
			? await session.send('POST', '/owner/setup', owner)
			: await session.send('POST', '/login', { emailOrLdapLoginId: email, password });
		const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0]);
		session.cookie = cookies.join('; ');
		return session;
	}

	/** Gets a page as the browser does; the address may be a path. */
	page = (address: string) =>
		request(new URL(address, this.url), { headers: { Cookie: this.cookie } });

	get = <T>(path: string) => this.ask<T>('GET', path);
	post = <T>(path: string, body: unknown) => this.ask<T>('POST', path, body);
	patch = <T>(path: string, body: unknown) => this.ask<T>('PATCH', path, body);
	put = (path: string, body: unknown) => this.send('PUT', path, body);
	delete = (path: string) => this.send('DELETE', path);

	/** n8n wraps what it answers into `data`. */
	private async ask<T>(method: string, path: string, body?: unknown): Promise<T> {
		const answer = await this.send(method, path, body);
		return ((await answer.json()) as { readonly data: T }).data;
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
