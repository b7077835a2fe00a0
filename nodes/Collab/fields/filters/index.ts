/** The filters that the service lacks. A new filter is one entry in `projectFilters`; nothing here changes. */
import type { INodeProperties } from 'n8n-workflow';
import { lookedFor, notApplied } from '../../core/messages';
import type { EvaluationTime } from '../../core/query/computedFields';
import { type Bounds, isWithin, type Predicate } from '../../core/query/predicate';
import type { Item } from '../operation';
import { collection, isEmpty, type Read } from '../parameterValues';
import { projectFilters } from './projectFilters';

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

export function readFilters(given: Read, at: EvaluationTime) {
	const entered = collection('Filters', given('filters'));
	const set = projectFilters
		.filter(({ field }) => !isEmpty(entered[field.name]))
		.map(({ field, read }) => read(field.displayName, entered[field.name], at));
	const predicates = set.map((one) => (typeof one === 'function' ? one : isWithin(one)));
	const matchesAll: Predicate = (project) => predicates.every((matches) => matches(project));
	// Where two filters bound one time, either bound will do: it only ends the reading, and the predicates have both.
	const bounds = set
		.filter((one) => typeof one !== 'function')
		.reduce<Bounds>((all, one) => ({ ...all, ...one }), {});
	return { matches: predicates.length === 0 ? undefined : matchesAll, filters: bounds };
}

/** Which filters had no value; where nothing matches, and always for a model, what was looked for. */
export function hintsOnFilters({ context, isTool, read }: Item, matchCount: number): string[] {
	const entered = collection('Filters', read('filters'));
	const raw = Object(context.getNode().parameters['filters']) as Record<string, unknown>;
	// What a model leaves out is meant to be empty.
	const isExpression = (text: unknown) => /^=(?!.*\$fromAI)/is.test(String(text));
	const fields = projectFilters.map(({ field }) => field);
	const set = fields.filter(({ name }) => !isEmpty(entered[name]));
	const without = fields.filter((field) => !set.includes(field) && isExpression(raw[field.name]));
	const hints = without.map(({ displayName }) => notApplied(displayName));
	if (set.length === 0 || (matchCount > 0 && !isTool)) return hints;
	return [...hints, lookedFor(set.map((field) => [field.displayName, entered[field.name]]))];
}
