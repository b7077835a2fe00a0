import fc from 'fast-check';
import { STRICT } from '../looseListing';
import type { ChangeOptions } from '../../../nodes/Collab/core/changes/options';
import { cases } from '../../random';
import { damage } from './histories/damagedStates';
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
