/** The variant of the node that n8n makes for AI agents, `collabTool`. Display options of fields call it `@tool`. */
import type { INodeProperties, NodeParameterValueType } from 'n8n-workflow';
import type { ListQuery, Project } from '../core/contract';
import { MS_PER_SECOND, secondOf } from '../core/time';
import { collection, isEmpty, type Read, withoutQuotes } from './parameterValues';
import { VALUE_LISTS } from './filters/valueLists';

/** A model does not know what a run costs, and the programs that call tools often give up after a minute. */
export const MOST_FOR_TOOLS = {
	projects: 100,
	/** About as many; clients that call tools refuse some more. */
	tokens: 20_000,
	concurrentRequests: 4,
	/** For all tries and pauses together. */
	ms: 50_000,
} as const;

/** More than any model makes of ordinary JSON: a token has two ASCII characters, or one byte of another script. */
function tokensIn(value: unknown): number {
	const json = JSON.stringify(value);
	return Buffer.byteLength(json) - json.replace(/[^\0-\x7f]/g, '').length / 2;
}

/**
 * n8n counts the tokens of what an agent reads, in a time that grows with the square of the longest run without a
 * space, or of spaces: a project's name of 20 kB stops it for minutes. Breaks go into the one; one space replaces the
 * other.
 */
const LONG_RUN = /\S{200}(?=\S)|\s{200,}/gu;

const withBreaks = (_field: string, value: unknown) =>
	typeof value === 'string' ? value.replace(LONG_RUN, (run) => `${run.trim()} `) : value;

/** As many of the first items as an answer to a model has room for, beside what else is in it. */
export function thatFit<Item>(items: readonly Item[], beside: unknown): readonly Item[] {
	const shown = JSON.parse(JSON.stringify(items, withBreaks)) as readonly Item[];
	// 500 are for field names, commas, figures and a note.
	let left = MOST_FOR_TOOLS.tokens - 500 - tokensIn(beside);
	const count = shown.findIndex((item) => (left -= tokensIn(item)) < 0);
	return count === -1 ? shown : shown.slice(0, count);
}

/** By which argument another call goes on after these: with the last one's second, which further ones may have. */
export function nextCall(shown: readonly Project[], { sortBy, order }: ListQuery) {
	const ends = [shown.at(0), shown.at(-1)];
	const [first = NaN, last = NaN] = ends.map((project) => secondOf(project?.['updated_at']));
	if (sortBy !== 'updated_at' || order !== 'desc' || !(first > last)) return undefined;
	return `updated_before ${new Date((last + 1) * MS_PER_SECOND).toISOString()}`;
}

/** What an argument that the model does not set stands for, by field name. */
const UNSET: Readonly<Record<string, string | number>> = {
	status: 'all',
	limit: 20,
	dueWithinDays: -1,
};

/** Models write these for what they do not set. A name may have the words. */
const ALL = /^(all|any|[*%]+)$/i;

/** At the ends of a text, which finds the same and more without them. */
const WILDCARDS = /^[*%]+|(?<![*%])[*%]+$/g;

/** As a person would take it: without quotes. IDs and statuses have a reader of their own. */
function meant(name: string, value: unknown): unknown {
	if (String(value) === String(UNSET[name])) return '';
	if (typeof value !== 'string') return value;
	const bare = withoutQuotes(value);
	if (name === 'nameContains') return bare.replace(WILDCARDS, '');
	if (ALL.test(bare)) return '';
	return name in VALUE_LISTS ? value : bare;
}

/** Some models send empty text for what they do not set, and the editor fills in 0 when a person tries the tool. */
export function readFromModel(read: Read, name: string): unknown {
	const entered = read(name);
	if (name === 'filters') {
		const filters = Object.entries(collection('Filters', entered));
		return Object.fromEntries(filters.map(([filter, value]) => [filter, meant(filter, value)]));
	}
	const value = meant(name, entered);
	return isEmpty(value) || value === 0 || value === '0' ? (UNSET[name] ?? entered) : value;
}

/** What the model fills in, or leaves out. n8n's Chat accepts nothing around it. No text may hold a quotation mark. */
function argument(field: string, text: string): string {
	const name = field.replace(/[A-Z]/g, '_$&').toLowerCase();
	const { [field]: unset = '' } = UNSET;
	const description = unset === '' ? `${text} Empty for all.` : text;
	return `={{ $fromAI('${name}', '${description}', '${typeof unset}', ${JSON.stringify(unset)}) }}`;
}

/** What the model reads of each filter that it may set. */
const FILTERS = {
	nameContains: 'Only projects with this text in their name, upper or lower case.',
	overdue:
		'only: only active projects past their end date whose tasks are not all done. exclude: all others, those without an end date too.',
	dueWithinDays:
		'Only active projects that end within so many days from today and whose tasks are not all done; 0 is today, -1 is any day.',
	ownerIds: 'Only projects of these owners: user IDs such as usr_0001, separated by commas.',
	projectIds: 'Only these projects: project IDs such as proj_0001, separated by commas.',
	statuses:
		'Only projects with these statuses, separated by commas: active, archived or any other word that a project has as status.',
	updatedAfter: 'Only projects that changed after this ISO 8601 date or time.',
	updatedBefore:
		'Only projects that last changed before this ISO 8601 date or time, such as the rest of a list.',
};

/** What a new tool begins with, by field name. */
const DEFAULTS: Readonly<Record<string, NodeParameterValueType>> = {
	status: argument('status', 'all, active or archived'),
	limit: argument('limit', `How many projects to return at most, 1 to ${MOST_FOR_TOOLS.projects}`),
	filters: Object.fromEntries(
		Object.entries(FILTERS).map(([name, text]) => [name, argument(name, text)]),
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
