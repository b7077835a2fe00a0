import type { INodeParameters } from 'n8n-workflow';
import { CredentialStore, type CredentialData } from '../harness/credentialStore';
import { runCollab } from '../harness/runCollab';

export const CONFIRMED = {
	resource: 'authorization',
	operation: 'revoke',
	confirmRevocation: true,
};

/** Revokes with an OAuth2 credential; `listing` uses the same credential afterwards. */
export async function revokeWith(
	data: CredentialData,
	parameters: INodeParameters = {},
	type?: string,
) {
	const store = new CredentialStore();
	const collabOAuth2Api = store.add('collabOAuth2Api', data);
	const run = { store, credentials: { collabOAuth2Api } };
	const outcome = await runCollab({
		...run,
		parameters: { ...CONFIRMED, ...parameters },
		...(type ? { type } : {}),
	});
	const listing = async () => await runCollab({ ...run, parameters: { limit: 1 } });
	return { ...outcome, json: outcome.items[0]?.json, listing };
}
