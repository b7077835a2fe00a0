/** What the Slack templates say of items such as the trigger gives, and the templates do with them. */
import { type Row } from '../stage';

export const APP = {
	...{ id: 'p1', name: 'App', owner_id: 'usr_7', end_date: '2030-01-31', task_count: 4 },
	...{ updated_at: '2026-05-04T14:21:07Z', is_overdue: false, is_complete: false },
	...{ days_remaining: 90, days_since_update: 40, progress_percent: 25 },
};

const NAME = `${'x'.repeat(78)}🚀`;

/** By template, the sentence and what makes it. */
export const SENTENCES: Readonly<Record<string, Readonly<Record<string, Row>>>> = {
	'post-project-changes-to-slack.json': {
		':warning: Overdue: *App* · was due on 2030-01-31': { event: 'becameOverdue' },
		':zzz: Without a change for long: *App* · last changed on 2026-05-04': { event: 'becameStale' },
		':hourglass_flowing_sand: Due soon: *App* · due on 2030-01-31': { event: 'dueSoon' },
		':clipboard: Already there: *App*': { event: 'existing' },
		':test_tube: A test, nothing happened: *App*': { event: 'removed', is_test: true },
		':wastebasket: Removed: *p1*': { event: 'removed', name: null },
		[`:package: Archived: *${NAME}…*`]: { event: 'archived', name: `${NAME} and more` },
	},
	'post-overdue-projects-to-slack.json': {
		'• *App*: no change for 40 days, 25 % done': { event: 'becameStale' },
		'• *App*: archived': { event: 'archived' },
		'• *App*: a test, nothing happened': { event: 'becameOverdue', is_test: true },
		'• *App*: 1 day late, 25 % done': { event: 'existing', is_overdue: true, days_remaining: -1 },
	},
};
