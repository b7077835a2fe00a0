/** A poll lets the process do other work: it never handles many rows at once. */
import {
	previousFieldsFor,
	PreviousValues,
} from '../../../nodes/Collab/core/changes/previousValues';
import { SeenVersions } from '../../../nodes/Collab/core/changes/seenVersions';
import { projectWith } from './projects';
import { HOUR, numbered, OPTIONS, type TestTrigger, withProjects } from './testTrigger';
import { publishedOver } from './watching';

const MAX_ROWS = 1_000;

const VALUES_NEEDED = { events: ['archived', 'restored', 'updated'] } as const;
const OPTIONS_NEEDED = { ...OPTIONS, ...VALUES_NEEDED };

describe(`at most ${MAX_ROWS} rows are answered between two yields to the event loop`, () => {
	const expectPauses = (trigger: TestTrigger) =>
		expect(trigger.mostRowsBetweenYields).toBeLessThanOrEqual(MAX_ROWS);

	test('when a baseline reads 5,000 projects, and when 5,000 changes are delivered', async () => {
		const trigger = withProjects(5_000, VALUES_NEEDED);
		await trigger.publish();
		expectPauses(trigger);
		trigger.service.nowMs += HOUR;
		trigger.service.updateAll(numbered(0, 5_000), { name: 'bulk' });
		expect(await trigger.poll()).toHaveLength(5_000);
		expectPauses(trigger);
		expect(await trigger.poll()).toEqual([]);
		expectPauses(trigger);
	});

	test('when all existing projects are delivered', async () => {
		const trigger = withProjects(5_000, { ...VALUES_NEEDED, startFrom: 'all' });
		await trigger.poll();
		expectPauses(trigger);
	});
});

test(`between two yields to the event loop, at most ${MAX_ROWS} of 5,000 changes are added to the seen versions`, async () => {
	const trigger = withProjects(5_000);
	await trigger.publish();
	trigger.service.nowMs += HOUR;
	trigger.service.updateAll(numbered(0, 5_000), { name: 'bulk' });
	const { calls } = jest.spyOn(SeenVersions.prototype, 'add').mock;
	const addedAtYields: number[] = [0];
	trigger.onYield = () => addedAtYields.push(calls.length);
	expect(await trigger.poll()).toHaveLength(5_000);
	const slices = addedAtYields.map((added, index) => added - (addedAtYields[index - 1] ?? 0));
	expect(addedAtYields.at(-1)).toBe(5_000);
	expect(Math.max(...slices)).toBeLessThanOrEqual(MAX_ROWS);
});

interface Kept {
	readonly updated: { readonly seen: Readonly<Record<string, string>> };
	readonly previous: { readonly shards: Readonly<Record<string, object>> };
}

test('an idle poll over 75,000 previous values and 10,000 seen versions encodes nothing of them anew', async () => {
	const trigger = withProjects(10, VALUES_NEEDED, 'classic');
	await trigger.publish();
	const previous = PreviousValues.open(undefined, previousFieldsFor(OPTIONS_NEEDED));
	for (const id of numbered(0, 75_000)) previous.note(projectWith(id));
	expect(previous.size).toBe(75_000);
	trigger.service.createAll(numbered(10, 10_010));
	await trigger.poll();
	const before = { ...(trigger.n8n.state as Kept), previous: previous.toSaved() } as Kept;
	const encodeNext = jest.spyOn(PreviousValues.prototype, 'encodeNext');
	let after: unknown;
	const changes = await trigger.pollWith({
		load: () => before,
		save: (state) => {
			after = state;
		},
	});
	expect(changes).toEqual([]);
	const { updated, previous: kept } = after as Kept;
	expect(updated.seen).toEqual(before.updated.seen);
	expect(Object.values(updated.seen).join('')).toHaveLength(17 * 10_000);
	expect(kept).toEqual(before.previous);
	expect(encodeNext.mock.results.map(({ value }) => value as unknown)).toEqual([false]);
});

test('an idle poll over 10,000 projects that are known writes nothing of them anew', async () => {
	const events = ['becameOverdue', 'removed'] as const;
	const trigger = await publishedOver(10_000, { events });
	const { state } = trigger.n8n;
	expect(JSON.stringify(state).length).toBeGreaterThan(400_000);
	const stringify = jest.spyOn(JSON, 'stringify');
	const longest = () =>
		Math.max(0, ...stringify.mock.results.map(({ value }) => String(value).length));
	let after: unknown;
	const poll = async () =>
		await trigger.pollWith({
			load: () => state,
			save: (saved) => {
				after = saved;
			},
		});
	expect(await poll()).toEqual([]);
	expect(after).toMatchObject({ all: (state as { all: object }).all });
	expect(longest()).toBeLessThan(100_000);
	trigger.service.update('p7', { name: 'new' });
	expect(await poll()).toEqual([]);
	expect(longest()).toBeGreaterThan(400_000);
	stringify.mockRestore();
});
