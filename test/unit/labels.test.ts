import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { CollabApi } from '../../credentials/CollabApi.credentials';
import { CollabOAuth2Api } from '../../credentials/CollabOAuth2Api.credentials';
import { Collab } from '../../nodes/Collab/Collab.node';
import { CollabTrigger } from '../../nodes/Collab/CollabTrigger.node';

const nodes = [new Collab().description, new CollabTrigger().description];
const declared = [...nodes, new CollabApi(), new CollabOAuth2Api()].flatMap(
	({ properties }) => properties,
);
const fields = declared.flatMap((field) =>
	field.type === 'collection' ? [field, ...(field.options as INodeProperties[])] : [field],
);
const choices = fields
	.filter(({ type }) => type === 'options' || type === 'multiOptions')
	// Some choices are loaded from the service.
	.flatMap(({ options = [] }) => options as INodePropertyOptions[]);

it('what stands in single quotes in a description is a field or a choice, or a field of an item', () => {
	const labels = [
		...fields.map(({ displayName }) => displayName),
		...choices.map(({ name }) => name),
	];
	const text = [...fields, ...choices].map(({ description }) => description).join('\n');
	const quoted = Array.from(text.matchAll(/(?<!\w)'([^'\n]+)'/g), ([, name]) => name ?? '');
	expect(quoted.length).toBeGreaterThan(10);
	for (const name of quoted) if (!/^[a-z_]+$/.test(name)) expect(labels).toContain(name);
	expect(text).not.toMatch(/(?<!')\bProject (Removed|Due Soon|Updated|Became \w+)\b(?!')|<\w+>/);
});
