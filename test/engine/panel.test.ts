/** What people find in the editor, and what it shows them before the first run. */
import {
	NodeHelpers,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';
import { Collab } from '../../nodes/Collab/Collab.node';
import listCodex from '../../nodes/Collab/Collab.node.json';
import { CollabTrigger } from '../../nodes/Collab/CollabTrigger.node';
import triggerCodex from '../../nodes/Collab/CollabTrigger.node.json';
import { credentialProperties, nodeOf, workflowOf, type CredentialName } from './harness/engine';

const collab = new Collab().description;
const trigger = new CollabTrigger().description;

it.each('deadline due overdue stale archived completed sync'.split(' '))(
	'both nodes are found by the word %s',
	(word) => {
		for (const { alias } of [listCodex, triggerCodex]) expect(alias).toContain(word);
	},
);

it('List projects is the first action, in the order of the resources by which the node panel groups them', () => {
	const choicesOf = (name: string) =>
		collab.properties
			.filter((field) => field.name === name)
			.flatMap(({ options = [] }) => options as INodePropertyOptions[]);
	expect(choicesOf('resource').map(({ value }) => value)).toEqual(['project', 'authorization']);
	const actions = choicesOf('operation').map(({ action }) => action);
	expect(actions).toEqual(['List projects', 'Summarize projects', 'Revoke authorization']);
});

it.each([
	[['created'], 'created'],
	[['becameOverdue', 'dueSoon', 'removed'], 'became overdue, due soon, removed'],
	[['archived', 'completed', 'created', 'updated'], '4 events'],
])('the trigger with %j is subtitled "%s"', (events, subtitle) => {
	const node = nodeOf('Collab Trigger', 'n8n-nodes-collab.collabTrigger', { events });
	const { expression } = workflowOf([node]);
	expect(expression.getSimpleParameterValue(node, trigger.subtitle, 'internal', {})).toBe(subtitle);
});

/** Whether the panel shows the field with these parameters. */
const isShown = (name: string, parameters: INodeParameters) =>
	trigger.properties
		.filter((field) => field.name === name)
		.some((field) => NodeHelpers.displayParameter(parameters, field, null, trigger));

it.each([
	['fieldsToWatch', 'updated'],
	['dueSoonDays', 'dueSoon'],
	['staleDays', 'becameStale'],
	['conditionsNotice', 'becameOverdue'],
	['conditionsNotice', 'dueSoon'],
	['conditionsNotice', 'becameStale'],
])('%s is shown with the event %s only, and the notice with From Now', (field, event) => {
	const shown = (events: string[], startFrom = 'now') => isShown(field, { events, startFrom });
	expect(shown(['created', event])).toBe(true);
	expect(shown(['created', 'archived'])).toBe(false);
	expect(shown([event], 'all')).toBe(field !== 'conditionsNotice');
});

it.each(['output', 'addComputedFields', 'includePreviousValues'])(
	'%s is hidden with Project Removed alone, whose items it does not change',
	(field) => {
		expect(isShown(field, { events: ['removed'] })).toBe(false);
		expect(isShown(field, { events: ['removed', 'created'] })).toBe(true);
	},
);

it('options stand below their events, filters after the status, previous values beside the output', () => {
	const namesOf = (fields: INodeProperties[]) => [...new Set(fields.map(({ name }) => name))];
	const listed = collab.properties.filter(({ displayOptions: { show = {} } = {} }) =>
		show['operation']?.includes('list'),
	);
	const output = 'output fields addComputedFields';
	expect(namesOf(listed).join(' ')).toBe(
		`toolDescription returnAll limit status filters sortBy order ${output} options`,
	);
	expect(namesOf(trigger.properties).join(' ')).toBe(
		`authentication events fieldsToWatch dueSoonDays staleDays status filters startFrom changedSince conditionsNotice ${output} includePreviousValues options`,
	);
	expect(trigger.properties.at(-1)?.options).toMatchObject([
		{ name: 'lookBack' },
		{ name: 'timeout' },
	]);
});

it.each<CredentialName>(['collabApi', 'collabOAuth2Api'])(
	'%s is for no HTTP Request node, unless a person lists its host',
	(type) => {
		const fields = credentialProperties(type);
		const values = NodeHelpers.getNodeParameters(fields, {}, true, false, null, null);
		expect(values).toMatchObject({ allowedHttpRequestDomains: 'none' });
		expect(values).not.toHaveProperty('allowedDomains');
	},
);
