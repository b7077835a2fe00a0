/**
 * The variant of the node that n8n makes for AI agents: the same code and fields, under the type `collabTool`. The
 * display options of a field call the variant `@tool`.
 */
import type { INodeProperties, NodeParameterValueType } from 'n8n-workflow';

import { isEmpty, type Read } from './parameterValues';

/**
 * The most that a tool does, whatever is asked: a model does not know what a run costs, can take in only so much, and
 * the programs that call tools often give up after a minute.
 */
export const MOST_FOR_TOOLS = {
	projects: 100,
	/** The length of the answer as JSON. */
	characters: 100_000,
	concurrentRequests: 4,
	/** For all tries and pauses together. */
	ms: 50_000,
} as const;

/** What an answer holds beside its list of projects: figures, field names and a note. */
const CHARACTERS_FOR_THE_REST = 1_000;

/** As many of the first items as an answer to a model has room for. */
export function thatFit<Item>(items: readonly Item[]): readonly Item[] {
	let left = MOST_FOR_TOOLS.characters - CHARACTERS_FOR_THE_REST;
	const count = items.findIndex((item) => (left -= JSON.stringify(item).length + 1) < 0);
	return count === -1 ? items : items.slice(0, count);
}

/** What an argument that the model does not set stands for, by field name. */
const UNSET: Readonly<Record<string, string | number>> = { status: 'all', limit: 20 };

/** Some models send empty text for what they do not set, and the editor fills in 0 when a person tries the tool. */
export function readFromModel(read: Read, name: string): unknown {
	const value = read(name);
	return isEmpty(value) || value === 0 || value === '0' ? (UNSET[name] ?? value) : value;
}

/**
 * What the model fills in when it uses the tool; it may leave it out. Nothing around it: n8n's Chat accepts no other
 * expressions. Neither text may hold a quotation mark.
 */
const argument = (name: string, description: string, unset: string | number = '') =>
	`={{ $fromAI('${name}', '${description}', '${typeof unset}', ${JSON.stringify(unset)}) }}`;

/** What the model reads of each filter that it may set. */
const FILTERS = {
	nameContains: 'Only projects with this text in their name, upper or lower case.',
	overdue:
		'only: only active projects past their end date whose tasks are not all done. exclude: only the others.',
	dueWithinDays:
		'Only active projects that end within so many days from today and whose tasks are not all done: a number such as 7.',
	ownerIds: 'Only projects of these owners: user IDs such as usr_0001, separated by commas.',
	projectIds: 'Only these projects: project IDs such as proj_0001, separated by commas.',
	statuses:
		'Only projects with these statuses, separated by commas: active, archived or any other word that a project has as status.',
	updatedAfter: 'Only projects that changed after this ISO 8601 date or time.',
};

/** What a new tool begins with, by field name. */
const DEFAULTS: Readonly<Record<string, NodeParameterValueType>> = {
	status: argument('status', 'all, active or archived', UNSET['status']),
	limit: argument(
		'limit',
		`How many projects to return at most, 1 to ${MOST_FOR_TOOLS.projects}`,
		UNSET['limit'],
	),
	filters: Object.fromEntries(
		Object.entries(FILTERS).map(([name, text]) => {
			const words = name.replace(/[A-Z]/g, '_$&').toLowerCase();
			return [name, argument(words, `${text} Empty for all.`)];
		}),
	),
	addComputedFields: true,
};

/**
 * Adds to the fields, for the tool, other defaults and what the model reads of it. Without `toolDescription` n8n takes
 * the description of the operation alone ("List projects in Collab"). Some models accept at most 1,024 characters.
 */
export function withToolVariant(text: string, fields: readonly INodeProperties[]) {
	const description: INodeProperties = {
		displayName: 'Description',
		name: 'toolDescription',
		type: 'string',
		typeOptions: { rows: 5 },
		default: text,
		description: `What the model reads to decide when and how to use this tool. Whatever is set below, it gets at most ${MOST_FOR_TOOLS.projects} projects.`,
		displayOptions: { show: { '@tool': [true] } },
	};
	return [description, ...fields.flatMap(withToolDefault)];
}

/** A field with another default in a tool stands twice, each shown in its variant only. */
function withToolDefault(field: INodeProperties): INodeProperties[] {
	const { [field.name]: toolDefault } = DEFAULTS;
	if (toolDefault === undefined) return [field];
	const { show } = field.displayOptions ?? {};
	return [
		{ ...field, displayOptions: { ...(show && { show }), hide: { '@tool': [true] } } },
		// First: n8n shows a field as soon as another that it depends on holds an expression.
		{ ...field, default: toolDefault, displayOptions: { show: { '@tool': [true], ...show } } },
	];
}
