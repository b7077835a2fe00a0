import type { Session } from './session';

export interface CredentialDraft {
	readonly name: string;
	readonly type: string;
	readonly data: Readonly<Record<string, unknown>>;
}

export interface Credential {
	readonly id: string;
	readonly name: string;
	readonly type: string;
}

export interface CredentialTestResult {
	readonly status: 'OK' | 'Error';
	readonly message: string;
}

export async function createCredential(
	session: Session,
	draft: CredentialDraft,
): Promise<Credential> {
	return await session.post<Credential>('/credentials', draft);
}

export async function updateCredential(
	session: Session,
	id: string,
	draft: CredentialDraft,
): Promise<Credential> {
	return await session.patch<Credential>(`/credentials/${id}`, draft);
}

export async function listCredentials(session: Session): Promise<Credential[]> {
	return await session.get<Credential[]>('/credentials');
}

export async function deleteCredential(session: Session, { id }: Credential): Promise<void> {
	await session.delete(`/credentials/${id}`);
}

/** The credential with the draft's name and type, created or brought up to date. */
export async function saveCredential(
	session: Session,
	draft: CredentialDraft,
): Promise<Credential> {
	const known = (await listCredentials(session)).find(
		({ name, type }) => name === draft.name && type === draft.type,
	);
	return known
		? await updateCredential(session, known.id, draft)
		: await createCredential(session, draft);
}

/** Stands for a secret that n8n holds and does not show. */
const AS_STORED = '__n8n_BLANK_VALUE_e5362baf-c777-4d57-a609-6eaf1f9e87f6';

/** What "Test" in the editor does: the credential's own test request, as stored. */
export async function testCredential(
	session: Session,
	{ id, name, type }: Credential,
): Promise<CredentialTestResult> {
	const { data } = await session.get<{ data: Record<string, unknown> }>(`/credentials/${id}`, {
		includeData: 'true',
	});
	// n8n shows a token as `true`, and from 2.41 on tests with just that unless the request says otherwise.
	if (data['oauthTokenData'] === true) data['oauthTokenData'] = AS_STORED;
	return await session.post<CredentialTestResult>('/credentials/test', {
		credentials: { id, name, type, data },
	});
}
