import type { ChangeEvent } from '../../../nodes/Collab/core/changes/options';
import type { Row } from '../looseListing';
import type { Service } from './service';
import { ARCHIVED, DONE, edit, eventAfter } from './watching';

const ALL: ChangeEvent[] = ['created', 'updated', 'archived', 'restored', 'completed', 'reopened'];

const createAndThen = (fields: Partial<Row>) => (service: Service) => {
	service.create('new');
	service.nowMs += 2000;
	service.update('new', fields);
};

const EMPTIED = { name: 'x', task_count: 0, completed_task_count: 0 };

/** What happened, and each event that it is where that one alone is chosen; the first of them where all are. */
const RULES: Array<[what: string, change: (service: Service) => void, is: ChangeEvent[]]> = [
	['a new project', (service) => service.create('new'), ['created']],
	['renamed', edit('plain', { name: 'x' }), ['updated']],
	['archived', edit('plain', ARCHIVED), ['archived', 'updated']],
	['restored', edit('archived', { status: 'active' }), ['restored', 'updated']],
	['completed', edit('plain', DONE), ['completed', 'updated']],
	['reopened', edit('done', { task_count: 3 }), ['reopened', 'updated']],
	['renamed while archived', edit('archived', { name: 'x' }), ['updated']],
	['renamed while complete', edit('done', { name: 'x' }), ['updated']],
	[
		'archived and completed at once',
		edit('plain', { ...ARCHIVED, ...DONE }),
		['archived', 'completed', 'updated'],
	],
	['created, then archived', createAndThen(ARCHIVED), ['created', 'archived', 'updated']],
	['created, then completed', createAndThen(DONE), ['created', 'completed', 'updated']],
	['without tasks, which completes nothing', edit('plain', EMPTIED), ['updated']],
	['deleted', (service) => service.delete('plain'), []],
];

describe.each(RULES)('%s between two polls', (_what, change, is) => {
	test(`with all events it is ${is[0] ?? 'nothing'}`, async () => {
		expect(await eventAfter(change, { events: ALL })).toBe(is[0] ?? 'nothing');
	});

	test('by default it is created, else updated', async () => {
		const chosen = is.includes('created') ? 'created' : is.at(-1);
		expect(await eventAfter(change, {})).toBe(chosen ?? 'nothing');
	});

	test.each(ALL)('with %s alone', async (event) => {
		expect(await eventAfter(change, { events: [event] })).toBe(
			is.includes(event) ? event : 'nothing',
		);
	});
});
