import type { INodeProperties } from 'n8n-workflow';

import type { EvaluationTime } from '../../../core/query/computedFields';
import type { Bounds, Predicate } from '../../../core/query/predicate';

/** What a filter may depend on besides its value. */
export interface FilterContext {
	readonly at: EvaluationTime;
	/** The workflow's, such as Europe/Berlin. */
	readonly timeZone: string;
}

export interface Filter {
	readonly field: INodeProperties;
	/**
	 * Which projects an entered value lets pass; of a time by which the service can sort, the bounds. Throws what
	 * `invalidParameter` makes.
	 */
	readonly read: (label: string, value: unknown, context: FilterContext) => Predicate | Bounds;
}
