/** The filters that the service lacks. A new filter is one entry in `projectFilters`; nothing here changes. */
import type { INodeProperties } from 'n8n-workflow';

import type { FetchPage } from '../../core/contract';
import { invalidParameter } from '../../core/errors';
import { notApplied, takenAsText, unmatched } from '../../core/messages';
import { type Bounds, isWithin, type Predicate } from '../../core/query/predicate';
import type { Item } from '../item';
import { collection, isEmpty, type Read } from '../parameterValues';
import type { FilterContext } from './filter';
import { projectFilters } from './projectFilters';
import { readValues, VALUE_LISTS, valueOf } from './valueLists';

export const filters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	description:
		'Which projects to include. A project has to match all filters; one whose field is missing does not match. A filter left empty does not filter.',
	options: projectFilters.map(({ field }) => field),
};

/** Pairs that nothing is between when the first is above the second. */
const RANGES = [
	['minProgress', 'maxProgress'],
	['createdAfter', 'createdBefore'],
	['updatedAfter', 'updatedBefore'],
] as const;

export function readFilters(given: Read, context: FilterContext) {
	const entered = collection('Filters', given('filters'));
	const set = projectFilters
		.filter(({ field }) => !isEmpty(entered[field.name]))
		.map(({ field, read }) => read(field.displayName, entered[field.name], context));
	const predicates = set.map((one) => (typeof one === 'function' ? one : isWithin(one)));
	const matchesAll: Predicate = (project) => predicates.every((matches) => matches(project));
	// Where two filters bound one time, either bound will do: it only ends the reading, and the predicates have both.
	const bounds = set
		.filter((one) => typeof one !== 'function')
		.reduce<Bounds>((all, one) => ({ ...all, ...one }), {});
	const pointOf = (name: string) => bounds[name as keyof Bounds]?.seconds ?? Number(entered[name]);
	for (const [low, high] of RANGES) {
		if (isEmpty(entered[high]) || !(pointOf(low) > pointOf(high))) continue;
		const wanted = `no higher or later than '${labelOf(high)}', which is '${String(entered[high])}'`;
		throw invalidParameter(labelOf(low), wanted, String(entered[low]));
	}
	return { matches: predicates.length === 0 ? undefined : matchesAll, filters: bounds };
}

const labelOf = (name: string) =>
	projectFilters.find(({ field }) => field.name === name)?.field.displayName ?? name;

/** Models write these for what they do not set, but a name may have them. */
const A_WORD = /^(all|any|every|none|no|null|undefined|n\/a)$/i;

/** Watches what is read. `hints` says which filters had no value, or values that no project has. */
export function watchFilters(fetchPage: FetchPage, { context, isTool, read }: Item) {
	const entered = collection('Filters', read('filters'));
	const raw = Object(context.getNode().parameters['filters']) as Record<string, unknown>;
	// What a model leaves out is meant to be empty.
	const isExpression = (text: unknown) => /^=(?!.*\$fromAI)/is.test(String(text));
	const without = projectFilters
		.map(({ field }) => field)
		.filter(({ name }) => isEmpty(entered[name]) && isExpression(raw[name]));
	const lists = Object.entries(VALUE_LISTS)
		.filter(([name]) => !isEmpty(entered[name]))
		.map(([name, list]) => {
			const values = readValues(entered[name], list);
			return { list, missing: new Map(values.map((value) => [list.key(value), value])) };
		});
	const watching: FetchPage = async (...request) => {
		const page = await fetchPage(...request);
		for (const { list, missing } of lists)
			for (const project of page.rows) missing.delete(list.key(valueOf(project, list)));
		return page;
	};
	const text = isTool ? `${(entered['nameContains'] ?? '') as string}` : '';
	const hints = (matchCount: number) => [
		...without.map(({ displayName }) => notApplied(displayName)),
		...lists.flatMap(({ list, missing }) => unmatched(list.label, [...missing.values()])),
		...(text && (matchCount === 0 || A_WORD.test(text)) ? [takenAsText(text)] : []),
	];
	return { fetchPage: watching, hints };
}
