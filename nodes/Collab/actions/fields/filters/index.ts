/** The filters that the service lacks. A new filter is one entry in `projectFilters`; nothing here changes. */
import type { INodeProperties } from 'n8n-workflow';

import type { ProjectQuery } from '../../../core/query/find';
import { type Bounds, isWithin, type Predicate } from '../../../core/query/predicate';
import { collection, isEmpty, type Read } from '../parameterValues';
import type { FilterContext } from './filter';
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

export function readFilters(
	given: Read,
	context: FilterContext,
): Pick<ProjectQuery, 'matches' | 'filters'> {
	const entered = collection('Filters', given('filters'));
	const set = projectFilters
		.filter(({ field }) => !isEmpty(entered[field.name]))
		.map(({ field, read }) => read(field.displayName, entered[field.name], context));
	const bounds = set.filter((one) => typeof one !== 'function');
	const predicates = set.map((one) => (typeof one === 'function' ? one : isWithin(one)));
	const matchesAll: Predicate = (project) => predicates.every((matches) => matches(project));
	return {
		matches: predicates.length === 0 ? undefined : matchesAll,
		// Where two filters bound one time, either bound will do: it only ends the reading, and the predicates have both.
		filters: bounds.reduce<Bounds>((all, one) => ({ ...all, ...one }), {}),
	};
}
