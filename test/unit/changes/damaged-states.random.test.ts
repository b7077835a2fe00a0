import fc from 'fast-check';
import { STRICT } from '../../../dev/sandbox/projects/looseListing';
import type { ChangeOptions } from '../../../nodes/Collab/core/changes/options';
import { cases } from '../../random';
import { idHash } from '../../../nodes/Collab/core/changes/hash';
import { PreviousValues } from '../../../nodes/Collab/core/changes/previousValues';
import { SeenVersions } from '../../../nodes/Collab/core/changes/seenVersions';
import { justAfter } from '../../../nodes/Collab/core/time';
import { damage, damaged } from './histories/damagedStates';
import { instant, noted, numbers, projectWith, TASKS, withTasks } from './projects';
import { START_MS } from './service';
import { DAY, numbered, SECOND, type TestTrigger } from './testTrigger';
import { ARCHIVED, mixed } from './watching';

const EVENTS = ['created', 'archived', 'restored', 'completed', 'reopened', 'updated'] as const;

const YESTERDAY = { since: new Date(START_MS - DAY).toISOString(), entered: 'yesterday' };

/** Quiet, in the middle of what exists, and in the middle of a backlog. */
const BEGINNINGS: ReadonlyArray<[ChangeOptions['startFrom'], isBusy: boolean]> = [
	['now', false],
	[YESTERDAY, false],
	['all', true],
	['now', true],
];

async function triggerIn(startFrom: ChangeOptions['startFrom'], isBusy: boolean) {
	const mix = { nulls: 'last', stamped: 20, unstamped: 2 } as const;
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

describe('what was saved of previous values', () => {
	/** Projects whose ID hashes begin with the same character. */
	const manyOfOneShard = numbers(60_000)
		.filter((number) => idHash(`s${number}`).startsWith('A'))
		.slice(0, 600)
		.map((number) => projectWith(`s${number}`));

	test.each([
		['a few projects', TASKS, numbers(4).map(withTasks)],
		['a shard with buckets', ['status'], manyOfOneShard],
	])('never throws, however it is damaged: %s', (_, fields, projects) => {
		const property = fc.property(damaged(noted(fields, ...projects).toSaved()), (saved) => {
			const values = PreviousValues.open(saved, fields);
			for (const project of numbers(4).map(withTasks)) {
				values.changesTo(project);
				values.seed(project);
				values.note(project);
				expect(values.changesTo(project)).toEqual({});
			}
			expect(Number.isInteger(values.size)).toBe(true);
			const text = JSON.stringify(values.toSaved());
			expect(Buffer.byteLength(text)).toBeLessThan(900_000);
			expect(JSON.stringify(PreviousValues.open(JSON.parse(text), fields).toSaved())).toBe(text);
		});
		fc.assert(property, cases(50));
	});
});

test('what was saved of seen versions never throws, however it is damaged', () => {
	const stamps = [12, 13, 14].map((hour) => instant(`2026-03-01T${hour}:00:00Z`));
	const real = SeenVersions.open({});
	for (const at of stamps) for (const number of numbers(3)) real.add(withTasks(number), at);
	const project = projectWith('a');
	const property = fc.property(damaged(real.toSaved()), (saved) => {
		const seen = SeenVersions.open(saved);
		for (const at of stamps) {
			seen.has(project, at);
			seen.knowsId('proj_1');
			seen.add(project, at);
			expect(seen.has(project, at)).toBe(true);
		}
		const cut = seen.cutFor(3);
		if (cut) seen.forgetBelow(justAfter(cut));
		for (const at of stamps) seen.trim(at, 2);
		const text = JSON.stringify(seen.toSaved());
		expect(JSON.stringify(SeenVersions.open(JSON.parse(text)).toSaved())).toBe(text);
	});
	fc.assert(property, cases(50));
});
