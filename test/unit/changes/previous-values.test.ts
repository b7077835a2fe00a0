import type { ChangeEvent } from '../../../nodes/Collab/core/changes/options';
import {
	previousFieldsFor,
	PreviousValues,
} from '../../../nodes/Collab/core/changes/previousValues';
import { NAMES_OF_EVERY_OBJECT, projectWith, reloaded } from './projects';
import { noted, reopened, TASKS } from './notedValues';

describe('the fields whose previous values are needed', () => {
	test.each<[ChangeEvent[], string[], string[]]>([
		[['created'], ['name'], []],
		[['updated'], [], []],
		[['updated'], ['name', 'end_date', 'name'], ['end_date', 'name']],
		[['archived'], [], ['status']],
		[['restored', 'updated'], ['name'], ['name', 'status']],
		[['completed'], [], ['completed_task_count', 'task_count']],
		[['reopened', 'archived'], ['name'], TASKS],
	])('%j, watching %j', (events, fieldsToWatch, expected) => {
		const options = { events, fieldsToWatch, includePreviousValues: false };
		expect(previousFieldsFor(options)).toEqual(expected);
		expect(PreviousValues.open(undefined, expected).isNeeded).toBe(expected.length > 0);
	});

	test('none: nothing is kept', () => {
		const values = noted([], projectWith('a'));
		expect(values.toSaved()).toBeUndefined();
		expect([values.size, values.seed(projectWith('b')), values.encodeNext()]).toEqual([
			0,
			false,
			false,
		]);
	});
});

describe('changes', () => {
	const fields = ['end_date', 'name', 'tags'];
	const before = projectWith('a', { name: 'Über "uns"\n', tags: ['x', { y: null }] });
	const values = reopened(noted(fields, before), fields);

	test('of a project that is not known are not known', () => {
		expect([values.knows('b'), values.changesTo(projectWith('b'))]).toEqual([false, undefined]);
	});

	test('of one that is the same are none', () => {
		expect([values.knows('a'), values.changesTo(before)]).toEqual([true, {}]);
		expect(values.changesTo({ ...before, status: 'archived' })).toEqual({});
	});

	test('say from what to what, for values of any type', () => {
		expect(values.changesTo({ ...before, name: 'New', tags: null, end_date: 5 })).toEqual({
			end_date: { from: '2026-12-31', to: 5 },
			name: { from: 'Über "uns"\n', to: 'New' },
			tags: { from: ['x', { y: null }], to: null },
		});
	});

	test('are none where null became absent', () => {
		const known = noted(['name'], projectWith('a', { name: null }));
		const { name, ...without } = projectWith('a');
		expect(name).toBeDefined();
		expect(known.changesTo({ ...without, id: 'a' })).toEqual({});
	});

	test('are those since the latest version that was noted', () => {
		const values = noted(
			['name'],
			projectWith('a', { name: '1' }),
			projectWith('a', { name: '2' }),
		);
		expect(values.changesTo(projectWith('a', { name: '3' }))).toEqual({
			name: { from: '2', to: '3' },
		});
		expect(values.size).toBe(1);
	});

	test('of a value over 100 characters are seen; the value itself is not kept', () => {
		const [exact, long] = ['x'.repeat(98), 'ü'.repeat(99)];
		const values = reopened(
			noted(['name'], projectWith('a', { name: exact }), projectWith('b', { name: long })),
			['name'],
		);
		expect(values.changesTo(projectWith('a'))).toMatchObject({ name: { from: exact } });
		expect(values.changesTo(projectWith('b', { name: long }))).toEqual({});
		expect(values.changesTo(projectWith('b', { name: `${long}!` }))).toEqual({
			name: { to: `${long}!` },
		});
	});

	test('of fields that every object has are none', () => {
		const values = reopened(noted(NAMES_OF_EVERY_OBJECT, projectWith('a')), NAMES_OF_EVERY_OBJECT);
		expect(values.changesTo(projectWith('a', { name: 'New' }))).toEqual({});
		expect(values.changesTo(projectWith('a', { toString: 'New' }))).toEqual({
			toString: { from: null, to: 'New' },
		});
	});
});

describe('other fields than the saved ones', () => {
	const saved = reloaded(noted(['name', 'status'], projectWith('a')).toSaved());

	test.each([
		[['name', 'status'], 1],
		[['name'], 0],
		[['name,status'], 0],
		[['status', 'name'], 0],
	])('%j', (fields, known) => {
		expect(PreviousValues.open(saved, fields).size).toBe(known);
	});
});

describe('seeding', () => {
	test('gives values where none are known, and no others', () => {
		const values = noted(['name'], projectWith('a', { name: 'newer' }));
		expect(values.seed(projectWith('a', { name: 'older' }))).toBe(true);
		expect(values.seed(projectWith('b', { name: 'first' }))).toBe(true);
		expect(values.seed(projectWith('b', { name: 'second' }))).toBe(true);
		const changes = ['a', 'b'].map((id) => values.changesTo(projectWith(id, { name: 'now' })));
		expect(changes).toMatchObject([{ name: { from: 'newer' } }, { name: { from: 'first' } }]);
	});
});
