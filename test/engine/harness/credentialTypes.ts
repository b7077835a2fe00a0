import { NodeHelpers, type ICredentialType, type INodeProperties } from 'n8n-workflow';
import { CollabApi } from '../../../credentials/CollabApi.credentials';
import { CollabOAuth2Api } from '../../../credentials/CollabOAuth2Api.credentials';
import { oAuth2Api } from './baseNodes';

export type CredentialName = 'collabApi' | 'collabOAuth2Api';

const types: Record<string, ICredentialType> = {
	collabApi: new CollabApi(),
	collabOAuth2Api: new CollabOAuth2Api(),
	oAuth2Api,
};

export function credentialType(name: string): ICredentialType {
	const type = types[name];
	if (type === undefined) throw new Error(`No credential type "${name}" in this engine`);
	return type;
}

export function parentTypes(name: string): string[] {
	const parents = credentialType(name).extends ?? [];
	return parents.flatMap((parent) => [parent, ...parentTypes(parent)]);
}

/** The fields of a type: those it inherits, overlaid with its own. */
export function credentialProperties(name: string): INodeProperties[] {
	const { extends: parents = [], properties } = credentialType(name);
	const all: INodeProperties[] = [];
	for (const parent of parents) {
		NodeHelpers.mergeNodeProperties(all, credentialProperties(parent));
	}
	NodeHelpers.mergeNodeProperties(all, properties);
	return all;
}
