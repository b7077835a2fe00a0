import type { INodeProperties } from 'n8n-workflow';

import type { EvaluationTime } from '../../../core/query/computedFields';
import type { Bounds, Predicate } from '../../../core/query/predicate';

/** What a filter may depend on besides its value. */
export interface FilterContext {
	readonly at: EvaluationTime;
	/** The workflow's, such as Europe/Berlin. */
	readonly timeZone: string;
}

/** One filter: its field, the reader of its value, and what the value means. */
interface Definition<Value> {
	readonly field: INodeProperties;
	/** Gives the checked value, or throws what `invalidParameter` makes. */
	readonly read: (label: string, value: unknown, context: FilterContext) => Value;
	readonly predicate: (value: Value, context: FilterContext) => Predicate;
	/** For filters on a time by which the service can sort: how far the list has to be read. */
	readonly bounds?: (value: Value) => Bounds;
}

interface AppliedFilter {
	readonly matches: Predicate;
	readonly bounds: Bounds;
}

export interface Filter {
	readonly field: INodeProperties;
	readonly apply: (value: unknown, context: FilterContext) => AppliedFilter;
}

export function filter<Value>({ field, read, predicate, bounds }: Definition<Value>): Filter {
	return {
		field,
		apply: (entered, context) => {
			const value = read(field.displayName, entered, context);
			return { matches: predicate(value, context), bounds: bounds?.(value) ?? {} };
		},
	};
}
