import type { Sandbox } from '../sandbox';
import type { Session } from './session';

export interface CredentialDraft {
	readonly name: string;
	readonly type: string;
	readonly data: Readonly<Record<string, unknown>>;
}

export interface Credential extends Omit<CredentialDraft, 'data'> {
	readonly id: string;
}

/** One credential for each value of the nodes' parameter `authentication`. */
export interface CredentialChoice {
	readonly apiKey: Credential;
	readonly oAuth2: Credential;
}

export const createCredential = (session: Session, draft: CredentialDraft) =>
	session.post<Credential>('/credentials', draft);

export const listCredentials = (session: Session) => session.get<Credential[]>('/credentials');

/** Stands for a secret that n8n holds and does not show. */
const AS_STORED = '__n8n_BLANK_VALUE_e5362baf-c777-4d57-a609-6eaf1f9e87f6';

/** Does what "Test" in the editor does: n8n sends the credential's own test request. */
export async function testCredential(session: Session, { id, name, type }: Credential) {
	const path = `/credentials/${id}?includeData=true`;
	const { data } = await session.get<{ data: Record<string, unknown> }>(path);
	// n8n shows a token as `true`, and from 2.41 on tests with just that unless the request says otherwise.
	if (data['oauthTokenData'] === true) data['oauthTokenData'] = AS_STORED;
	const credentials = { id, name, type, data };
	return await session.post<{ status: 'OK' | 'Error'; message: string }>('/credentials/test', {
		credentials,
	});
}

type Consent = (authorizationUrl: string) => string | Promise<string>;

/** Does what "Connect my account" in the editor does; `consent` says where that page sends the browser. */
export async function connectOAuth2(session: Session, credential: Credential, consent: Consent) {
	const address = await session.get<string>(`/oauth2-credential/auth?id=${credential.id}`);
	const page = await (await session.page(await consent(address))).text();
	// The callback page tells the editor so when the account is connected.
	if (page.includes("postMessage('success')")) return;
	const reason = /<h4>(.*?)<\/h4>/s.exec(page)?.[1] ?? 'no reason given';
	throw new Error(`"${credential.name}" could not be connected: ${reason}`);
}

/** What the consent page of a server does that allows everything. */
export function allowed(authorizationUrl: string): string {
	const { searchParams } = new URL(authorizationUrl);
	const given = new URLSearchParams({ code: 'one', state: searchParams.get('state') ?? '' });
	return `${searchParams.get('redirect_uri')}?${given.toString()}`;
}

/** One credential of each type, created or brought up to date with the sandbox; the OAuth2 one connected. */
export async function prepareCredentials(
	session: Session,
	{ baseUrl, authServerUrl, apiKey, clientId, clientSecret, consent }: Sandbox,
): Promise<CredentialChoice> {
	const known = await listCredentials(session);
	const save = async (name: string, type: string, data: object) => {
		const draft = { name, type, data: { baseUrl, ...data } };
		const before = known.find((credential) => credential.name === name);
		if (before) return await session.patch<Credential>(`/credentials/${before.id}`, draft);
		return await createCredential(session, draft);
	};
	const withKey = await save('Collab sandbox (API key)', 'collabApi', { apiKey });
	const client = { authServerUrl, clientId, clientSecret, scope: 'read' };
	const withOAuth2 = await save('Collab sandbox (OAuth2)', 'collabOAuth2Api', client);
	await connectOAuth2(session, withOAuth2, consent);
	return { apiKey: withKey, oAuth2: withOAuth2 };
}
