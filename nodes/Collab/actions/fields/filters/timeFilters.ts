import { daysBefore, isAfter, isBefore } from '../../../core/query/predicate';
import { dateAndTime, numberBetween } from '../parameterValues';
import { filter, type FilterContext } from './filter';

const readTime = (label: string, value: unknown, { timeZone }: FilterContext) =>
	dateAndTime(label, value, timeZone);

export const timeFilters = [
	filter({
		field: {
			displayName: 'Created After',
			name: 'createdAfter',
			type: 'dateTime',
			default: '',
			description:
				"Only projects created after this date and time. Without a time zone in the value, the workflow's time zone is meant.",
		},
		read: readTime,
		predicate: (bound) => (project) => isAfter(project, 'created_at', bound),
		bounds: (createdAfter) => ({ createdAfter }),
	}),
	filter({
		field: {
			displayName: 'Created Before',
			name: 'createdBefore',
			type: 'dateTime',
			default: '',
			description:
				"Only projects created before this date and time. Without a time zone in the value, the workflow's time zone is meant.",
		},
		read: readTime,
		predicate: (bound) => (project) => isBefore(project, 'created_at', bound),
		bounds: (createdBefore) => ({ createdBefore }),
	}),
	filter({
		field: {
			displayName: 'Not Updated for (Days)',
			name: 'notUpdatedForDays',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 30,
			description: 'Only projects that have not changed for at least this many days of 24 hours',
		},
		read: (label, value, { at }) => daysBefore(at.nowMs, numberBetween(label, value, 0, 36_500)),
		predicate: (bound) => (project) => isBefore(project, 'updated_at', bound),
		bounds: (updatedBefore) => ({ updatedBefore }),
	}),
	filter({
		field: {
			displayName: 'Updated After',
			name: 'updatedAfter',
			type: 'dateTime',
			default: '',
			description:
				"Only projects that changed after this date and time. Without a time zone in the value, the workflow's time zone is meant. Reads no more of the list than needed.",
			builderHint: {
				propertyHint: 'To sync what is new, set it to the time of the last sync',
			},
		},
		read: readTime,
		predicate: (bound) => (project) => isAfter(project, 'updated_at', bound),
		bounds: (updatedAfter) => ({ updatedAfter }),
	}),
	filter({
		field: {
			displayName: 'Updated Before',
			name: 'updatedBefore',
			type: 'dateTime',
			default: '',
			description:
				"Only projects that last changed before this date and time. Without a time zone in the value, the workflow's time zone is meant.",
		},
		read: readTime,
		predicate: (bound) => (project) => isBefore(project, 'updated_at', bound),
		bounds: (updatedBefore) => ({ updatedBefore }),
	}),
];
