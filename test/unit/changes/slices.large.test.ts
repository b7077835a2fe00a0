/** A poll lets the process do other work: it never handles many rows at once. */
import {
	previousFieldsFor,
	PreviousValues,
} from '../../../nodes/Collab/core/changes/previousValues';
import { SeenVersions } from '../../../nodes/Collab/core/changes/seenVersions';
import { projectWith } from './projects';
import { HOUR, numbered, OPTIONS, withProjects } from './testTrigger';

const MAX_ROWS = 1_000;

const VALUES_NEEDED = { events: ['archived', 'restored', 'updated'] } as const;
const OPTIONS_NEEDED = { ...OPTIONS, ...VALUES_NEEDED };

test(`between two yields to the event loop, at most ${MAX_ROWS} of 5,000 rows are answered, or added to the seen versions`, async () => {
	const trigger = withProjects(5_000, VALUES_NEEDED);
	const expectPauses = () => expect(trigger.mostRowsBetweenYields).toBeLessThanOrEqual(MAX_ROWS);
	await trigger.publish();
	expectPauses();
	trigger.service.nowMs += HOUR;
	trigger.service.updateAll(numbered(0, 5_000), { name: 'bulk' });
	const { calls } = jest.spyOn(SeenVersions.prototype, 'add').mock;
	const addedAtYields: number[] = [0];
	trigger.onYield = () => addedAtYields.push(calls.length);
	expect(await trigger.poll()).toHaveLength(5_000);
	expectPauses();
	const slices = addedAtYields.map((added, index) => added - (addedAtYields[index - 1] ?? 0));
	expect(addedAtYields.at(-1)).toBe(5_000);
	expect(Math.max(...slices)).toBeLessThanOrEqual(MAX_ROWS);
	expect(await trigger.poll()).toEqual([]);
	expectPauses();
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
	trigger.n8n.state = before;
	const encodeNext = jest.spyOn(PreviousValues.prototype, 'encodeNext');
	expect(await trigger.poll(0)).toEqual([]);
	const { updated, previous: kept } = trigger.n8n.state as Kept;
	expect(updated.seen).toEqual(before.updated.seen);
	expect(Object.values(updated.seen).join('')).toHaveLength(17 * 10_000);
	expect(kept).toEqual(before.previous);
	expect(encodeNext.mock.results.map(({ value }) => value as unknown)).toEqual([false]);
});

test('an idle poll over 10,000 projects that are known writes nothing of them anew', async () => {
	const events = ['becameOverdue', 'removed'] as const;
	const trigger = withProjects(10_000, { events }, 'classic');
	await trigger.publish();
	const { all } = trigger.n8n.state as { all: object };
	expect(JSON.stringify(all).length).toBeGreaterThan(400_000);
	const stringify = jest.spyOn(JSON, 'stringify');
	const longest = () =>
		Math.max(0, ...stringify.mock.results.map(({ value }) => String(value).length));
	expect(await trigger.poll(0)).toEqual([]);
	expect(trigger.n8n.state).toMatchObject({ all });
	expect(longest()).toBeLessThan(100_000);
	trigger.service.update('p7', { name: 'new' });
	expect(await trigger.poll(0)).toEqual([]);
	expect(longest()).toBeGreaterThan(400_000);
	stringify.mockRestore();
});
