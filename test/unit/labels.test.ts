/** n8n's UX guidelines for community nodes, as far as its lint rules do not check them. */
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

it('placeholders are examples', () => {
	const inputs = fields.filter(({ type }) => type !== 'collection');
	const placeholders = inputs.flatMap(({ placeholder }) => placeholder ?? []);
	expect(placeholders.length).toBeGreaterThan(4);
	for (const placeholder of placeholders) expect(placeholder).toMatch(/^e\.g\. \S/);
});

it('actions have no article, and their names are in title case', () => {
	const actions = choices.filter(({ action }) => action);
	expect(actions.length).toBeGreaterThan(12);
	for (const { name, action } of actions) {
		expect(action).toMatch(/^(?!.*\b(a|an|the)\b)[A-Z][^A-Z]*$/);
		expect(name).not.toMatch(/\b(?!a|an|and|by|for|of|or|the|to)[a-z]/);
	}
});

it('fields for a duration name its unit', () => {
	const durations = fields.filter(({ name }) => /days|wait|timeout|back/i.test(name));
	expect(durations.length).toBeGreaterThan(5);
	for (const { displayName } of durations) {
		expect(displayName).toMatch(/\((Days|Minutes|Seconds)\)$/);
	}
});

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
