import { getGlobalState, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';

import { type EvaluationTime, evaluationTimeIn } from '../../core/query/computedFields';
import type { Bounds, Predicate } from '../../core/query/predicate';

/** What a filter may depend on besides its value. */
export interface FilterContext {
	readonly at: EvaluationTime;
	/** The workflow's, such as Europe/Berlin. */
	readonly timeZone: string;
}

/** n8n resolves no `DEFAULT` and no empty zone for nodes; its own nodes take both for the zone of the instance. */
export function filterContextOf(
	context: Pick<IExecuteFunctions, 'getTimezone'>,
	nowMs = Date.now(),
): FilterContext {
	const set = context.getTimezone();
	const timeZone = set === '' || set === 'DEFAULT' ? getGlobalState().defaultTimezone : set;
	return { at: evaluationTimeIn(timeZone, nowMs), timeZone };
}

export interface Filter {
	readonly field: INodeProperties;
	/**
	 * Which projects an entered value lets pass; of a time by which the service can sort, the bounds. Throws what
	 * `invalidParameter` makes.
	 */
	readonly read: (label: string, value: unknown, context: FilterContext) => Predicate | Bounds;
}
