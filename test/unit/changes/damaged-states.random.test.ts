import fc from 'fast-check';
import { STRICT } from '../../../dev/sandbox/projects/looseListing';
import type { ChangeOptions } from '../../../nodes/Collab/core/changes/options';
import { cases } from '../../random';
import { idHash } from '../../../nodes/Collab/core/changes/hash';
import { areRecords, type SavedTable, Table } from '../../../nodes/Collab/core/changes/table';
import { damage, damaged } from './histories/damagedStates';
import { numbers } from './projects';
import { START_MS } from './service';
import { DAY, numbered, SECOND, type TestTrigger } from './testTrigger';
import { ARCHIVED, mixed } from './watching';

const EVENTS = ['created', 'archived', 'restored', 'completed', 'reopened', 'updated'] as const;

const PROJECT = { second: START_MS / SECOND, version: 'abcdef', marks: 8 };

const YESTERDAY = { since: new Date(START_MS - DAY).toISOString(), entered: 'yesterday' };

/** Quiet, in the middle of what exists, and in the middle of a backlog. */
const BEGINNINGS: ReadonlyArray<[ChangeOptions['startFrom'], isBusy: boolean]> = [
	['now', false],
	[YESTERDAY, false],
	['all', true],
	['now', true],
];

async function triggerIn(startFrom: ChangeOptions['startFrom'], isBusy: boolean) {
	// Where projects have no stamp, a poll compares all or fails.
	const unstamped = isBusy ? 0 : 2;
	const mix = { nulls: 'last', stamped: 20, unstamped } as const;
	const trigger = mixed(mix, { events: EVENTS, startFrom });
	const { service } = trigger;
	service.looseness = { ...STRICT, nulls: 'last', maxPerPage: 9 };
	for (const count of isBusy && startFrom === 'now' ? [8, 20] : []) {
		await trigger.poll();
		service.createAll(numbered(100, 100 + count), {}, SECOND);
		service.updateAll(numbered(0, count), ARCHIVED, SECOND);
	}
	// The time of the poll is up after some requests.
	if (isBusy) service.requestsPerSecond = 0.4;
	await trigger.poll();
	service.requestsPerSecond = Infinity;
	return trigger;
}

async function goesOnFrom(state: unknown, trigger: TestTrigger): Promise<void> {
	const { service, n8n } = trigger;
	n8n.state = state;
	for (let round = 0; round < 2; round += 1) {
		const projects = (await trigger.poll()).map(({ project }) => project);
		expect(new Set(projects.map(({ id }) => id)).size).toBe(projects.length);
		for (const project of projects) expect(project).toEqual(service.get(project.id));
	}
	// Later than any stamp in a state that can be believed.
	service.nowMs += 2 * DAY;
	service.update('p0', { name: 'changed after all' });
	const changes = [...(await trigger.poll()), ...(await trigger.poll())];
	expect(changes.map(({ project }) => project['name'])).toEqual(['changed after all']);
}

test('a poll goes on from whatever was saved, and delivers nothing but what is there', async () => {
	await fc.assert(
		fc.asyncProperty(fc.constantFrom(...BEGINNINGS), damage, async (beginning, harm) => {
			const trigger = await triggerIn(...beginning);
			const state = harm(trigger.n8n.state);
			await goesOnFrom(state, trigger).catch((cause: unknown) => {
				const text = JSON.stringify(state).slice(0, 2000);
				throw new Error(`Does not go on from ${text}`, { cause });
			});
		}),
		cases(20),
	);
}, 3_600_000);

test('what was saved of the table never throws, however it is damaged', () => {
	const real = Table.open({ records: '', values: '' });
	for (const number of numbers(4))
		real.set(idHash(`p${number}`), { ...PROJECT, values: ['active', number] });
	const property = fc.property(damaged(real.toSaved('nothing', false)), (saved) => {
		const { records, values } = (saved ?? {}) as Partial<SavedTable>;
		if (!areRecords(records) || typeof values !== 'string') return;
		const table = Table.open({ records, values });
		for (const id of numbers(5).map((number) => idHash(`p${number}`))) {
			table.get(id);
			table.set(id, { ...PROJECT, values: ['archived'] });
			expect(table.get(id)).toEqual({ ...PROJECT, values: ['archived'] });
		}
		const again = table.toSaved('nothing', false) ?? { records: '~', values: '' };
		expect(areRecords(again.records)).toBe(true);
		expect(Table.open(again).get(idHash('p4'))?.values).toEqual(['archived']);
	});
	fc.assert(property, cases(100));
});
