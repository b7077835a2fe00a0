/** Became Overdue, Due Soon and Became Stale. */
import type { Project } from '../contract';
import { type EvaluationTime, isDueWithin, isOverdue, isStaleFor } from '../query/computedFields';
import type { ChangeOptions, TriggerEvent } from './options';
import { MARKS } from './table';

export interface Condition {
	readonly event: TriggerEvent;
	/** Another number of days makes another condition. */
	readonly name: string;
	/** Its bit among the marks of a known project. */
	readonly mark: number;
	/** What is not known of a project makes nothing hold. */
	readonly holds: (project: Project) => boolean;
}

/** The conditions chosen, as they hold at that time. */
export function conditionsOf(options: ChangeOptions, at: EvaluationTime): Condition[] {
	const { events, dueSoonDays, staleDays } = options;
	const all = [
		['becameOverdue', 0, (one: Project) => isOverdue(one, at)],
		['dueSoon', dueSoonDays, (one: Project) => isDueWithin(dueSoonDays, one, at)],
		['becameStale', staleDays, (one: Project) => isStaleFor(staleDays, one, at)],
	] as const;
	return all
		.filter(([event]) => events.includes(event))
		.map(([event, days, test]) => {
			const holds = (project: Project) => test(project) === true;
			return { event, name: `${event} ${days}`, mark: MARKS[event], holds };
		});
}
