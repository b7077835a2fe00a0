/** The filters that the service lacks. A new filter is one entry in the list of its theme; nothing here changes. */
import type { INodeProperties } from 'n8n-workflow';

import { allOf, type Bounds, type Predicate, tightest } from '../../../core/query/predicate';
import { collection, type Read } from '../parameterValues';
import type { FilterContext } from './filter';
import { projectFilters } from './projectFilters';
import { timeFilters } from './timeFilters';

const byLabel = ({ displayName: a }: INodeProperties, { displayName: b }: INodeProperties) =>
	a.localeCompare(b, 'en');

const FILTERS = [...timeFilters, ...projectFilters];

export const filters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	description:
		'Which projects to include. A project has to match all filters; one whose field is missing does not match. A filter left empty does not filter.',
	options: FILTERS.map(({ field }) => field).sort(byLabel),
};

interface Filtering {
	/** Undefined when no filter is set. */
	readonly matches: Predicate | undefined;
	readonly bounds: Bounds;
}

export function readFilters(read: Read, context: FilterContext): Filtering {
	const entered = collection('Filters', read('filters'));
	const applied = FILTERS.map(({ field, apply }) => ({ apply, value: entered[field.name] }))
		.filter(({ value }) => !isEmpty(value))
		.map(({ apply, value }) => apply(value, context));
	return {
		matches: applied.length === 0 ? undefined : allOf(applied.map(({ matches }) => matches)),
		bounds: tightest(applied.map(({ bounds }) => bounds)),
	};
}

function isEmpty(value: unknown): boolean {
	if (typeof value === 'string') return value.trim() === '';
	return value === undefined || value === null;
}
