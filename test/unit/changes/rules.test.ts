import type { ChangeEvent } from '../../../nodes/Collab/core/changes/options';
import type { Row as ProjectRow } from '../../../dev/sandbox/projects/looseListing';
import type { Service } from './service';
import { ARCHIVED, DONE, edit, eventAfter } from './watching';

const ALL: ChangeEvent[] = ['created', 'updated', 'archived', 'restored', 'completed', 'reopened'];

type Row = [
	what: string,
	change: (service: Service) => void,
	all: string,
	byDefault: string,
	alone: Partial<Record<ChangeEvent, string>>,
];

const createAndThen = (fields: Partial<ProjectRow>) => (service: Service) => {
	service.create('new');
	service.nowMs += 2000;
	service.update('new', fields);
};

const RULES: Row[] = [
	[
		'a new project',
		(service) => service.create('new'),
		'created',
		'created',
		{ created: 'created' },
	],
	['renamed', edit('plain', { name: 'x' }), 'updated', 'updated', { updated: 'updated' }],
	[
		'archived',
		edit('plain', ARCHIVED),
		'archived',
		'updated',
		{ archived: 'archived', updated: 'updated' },
	],
	[
		'restored',
		edit('archived', { status: 'active' }),
		'restored',
		'updated',
		{ restored: 'restored', updated: 'updated' },
	],
	[
		'completed',
		edit('plain', DONE),
		'completed',
		'updated',
		{ completed: 'completed', updated: 'updated' },
	],
	[
		'reopened',
		edit('done', { task_count: 3 }),
		'reopened',
		'updated',
		{ reopened: 'reopened', updated: 'updated' },
	],
	[
		'renamed while archived',
		edit('archived', { name: 'x' }),
		'updated',
		'updated',
		{ updated: 'updated' },
	],
	[
		'renamed while complete',
		edit('done', { name: 'x' }),
		'updated',
		'updated',
		{ updated: 'updated' },
	],
	[
		'archived and completed at once',
		edit('plain', { ...ARCHIVED, ...DONE }),
		'archived',
		'updated',
		{ archived: 'archived', completed: 'completed', updated: 'updated' },
	],
	[
		'created and archived between two polls',
		createAndThen(ARCHIVED),
		'created',
		'created',
		{ created: 'created', archived: 'archived', updated: 'updated' },
	],
	[
		'created and completed between two polls',
		createAndThen(DONE),
		'created',
		'created',
		{ created: 'created', completed: 'completed', updated: 'updated' },
	],
	[
		'an empty project has no tasks to complete',
		edit('plain', { name: 'x', task_count: 0, completed_task_count: 0 }),
		'updated',
		'updated',
		{ updated: 'updated' },
	],
	['deleted', (service) => service.delete('plain'), 'nothing', 'nothing', {}],
];

describe.each(RULES)('%s', (_what, change, all, byDefault, alone) => {
	test(`with all events it is ${all}`, async () => {
		expect(await eventAfter(change, { events: ALL })).toBe(all);
	});

	test(`by default it is ${byDefault}`, async () => {
		expect(await eventAfter(change, {})).toBe(byDefault);
	});

	test.each(ALL)('with %s alone', async (event) => {
		expect(await eventAfter(change, { events: [event] })).toBe(alone[event] ?? 'nothing');
	});
});
