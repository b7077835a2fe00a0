/** What the editor shows people before the first run. */
import { NodeHelpers, type INodeParameters, type INodeProperties } from 'n8n-workflow';
import { Collab } from '../../nodes/Collab/Collab.node';
import { CollabTrigger } from '../../nodes/Collab/CollabTrigger.node';

const trigger = new CollabTrigger().description;

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

it.each([
	['confirmRevocation', false],
	['nameContains', ''],
	['lookBack', 5],
])('%s begins with %j', (name, begins) => {
	const fields = [...new Collab().description.properties, ...trigger.properties];
	const all = [...fields, ...fields.flatMap(({ options = [] }) => options as INodeProperties[])];
	const found = all.filter((field) => field.name === name);
	expect(new Set(found.map((field) => field.default))).toEqual(new Set([begins]));
});
