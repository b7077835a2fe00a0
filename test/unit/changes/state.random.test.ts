/** What can become of a saved state: cut, overwritten, blown up, or never one of ours. */
import fc from 'fast-check';
import type { ChangeOptions } from '../../../nodes/Collab/core/changes/options';
import { cases } from '../../random';
import { ARCHIVED } from '../edits';
import { DAY, SECOND, START_MS } from '../service';
import { mutation, type Mutation } from '../fuzz/answers';
import { numbered, type TestTrigger, withProjects } from './testTrigger';

const YESTERDAY = { since: new Date(START_MS - DAY).toISOString(), entered: 'yesterday' };

/** Quiet, in the middle of what exists, and in the middle of a backlog. */
const BEGINNINGS: ReadonlyArray<[ChangeOptions['startFrom'], isBusy: boolean]> = [
	['now', false],
	[YESTERDAY, false],
	['all', true],
	['now', true],
];

async function triggerIn(startFrom: ChangeOptions['startFrom'], isBusy: boolean) {
	const events = ['created', 'archived', 'restored', 'completed', 'reopened', 'updated'] as const;
	const trigger = withProjects(22, { events, startFrom }, { nulls: 'last', maxPerPage: 9 });
	const { service } = trigger;
	for (const count of isBusy && startFrom === 'now' ? [8, 20] : []) {
		await trigger.poll();
		service.createAll(numbered(100, 100 + count), {}, SECOND);
		service.updateAll(numbered(0, count), ARCHIVED, SECOND);
	}
	// The time of the poll is up after some requests.
	service.behave({ requestMs: isBusy ? 2_500 : 0 });
	await trigger.poll();
	service.behave({ requestMs: 0 });
	return trigger;
}

const TORN: ReadonlyArray<(text: string, where: number) => string> = [
	(text, where) => text.slice(0, where),
	(text, where) => `${text.slice(0, where)}\ud83d${text.slice(where + 1)}`,
	(text, where) => text.slice(0, where) + text,
	(text) => text.padEnd(20_000, text),
];

/** Packed texts are damaged inside, too. */
const tearing = fc
	.tuple(fc.nat(9), fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(...TORN))
	.map(
		([which, where, tear]): Mutation =>
			(state) => {
				if (typeof state !== 'object' || state === null) return;
				const texts = Object.entries(state).filter(([, value]) => typeof value === 'string');
				const [key = '', text = ''] = (texts[which % (texts.length || 1)] ?? []) as string[];
				Reflect.set(state, key, tear(text, Math.floor(where * text.length)));
			},
	);
const mutations = fc.array(fc.oneof(mutation, tearing), { minLength: 1, maxLength: 4 });

/** Makes a damaged state of a sound one, or one of nothing. */
const damage = fc.oneof(
	fc.jsonValue().map((value) => () => structuredClone<unknown>(value)),
	{
		weight: 4,
		arbitrary: mutations.map((all) => (state: unknown) => {
			for (const mutate of all) mutate(state);
			return state;
		}),
	},
);

async function goesOnFrom(state: unknown, trigger: TestTrigger): Promise<void> {
	const { service } = trigger;
	trigger.saved = JSON.stringify(state);
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
	const property = fc.asyncProperty(fc.constantFrom(...BEGINNINGS), damage, async (begin, harm) => {
		const trigger = await triggerIn(...begin);
		const state = harm(trigger.state);
		await goesOnFrom(state, trigger).catch((cause: unknown) => {
			const text = JSON.stringify(state).slice(0, 2000);
			throw new Error(`Does not go on from ${text}`, { cause });
		});
	});
	await fc.assert(property, cases(20));
}, 3_600_000);
