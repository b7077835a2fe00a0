/** Became Overdue, Due Soon and Became Stale. */
import type { Project } from '../contract';
import { type EvaluationTime, isDueWithin, isOverdue, isStaleFor } from '../query/computedFields';
import { type ChangeOptions, CONDITION_EVENTS, type ConditionEvent } from './options';
import { MARKS } from './table';

export interface Condition {
	readonly event: ConditionEvent;
	/** Another number of days makes another condition. */
	readonly name: string;
	/** Its bit among the marks of a known project. */
	readonly mark: number;
	readonly holds: (project: Project) => boolean;
}

/** The conditions chosen, as they hold at that time. What is not known of a project makes nothing hold. */
export function conditionsOf(options: ChangeOptions, at: EvaluationTime): Condition[] {
	const { events, dueSoonDays, staleDays } = options;
	const tests = {
		becameOverdue: { days: 0, test: (one: Project) => isOverdue(one, at) },
		dueSoon: { days: dueSoonDays, test: (one: Project) => isDueWithin(dueSoonDays, one, at) },
		becameStale: { days: staleDays, test: (one: Project) => isStaleFor(staleDays, one, at) },
	};
	return CONDITION_EVENTS.filter((event) => events.includes(event)).map((event) => {
		const { days, test } = tests[event];
		const holds = (project: Project) => test(project) === true;
		return { event, name: `${event} ${days}`, mark: MARKS[event], holds };
	});
}
