/** What was saved: by this release or another, for these settings or others. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { versionOf } from '../../../nodes/Collab/core/query/version';
import type { ChangeOptions } from '../../../nodes/Collab/core/changes/options';
import type { TriggerState } from '../../../nodes/Collab/core/changes/state';
import { MARKS } from '../../../nodes/Collab/core/changes/table';
import { MINUTE, SECOND, START_MS } from '../service';
import { type Act, choose, dayAfter, expectEachOnce, withProjects } from './testTrigger';

test('hashes are the same in every release, or everything would be delivered again', () => {
	const project = { id: 'proj_1', name: 'A', status: 'active', end_date: null, task_count: 3 };
	expect(versionOf(project)).toBe('nwhvbg');
	expect(versionOf({ id: '\ud800' })).not.toBe(versionOf({ id: '\ud801' }));
});

test('the same time in another notation is no change', () => {
	const at = (updated_at: string) => versionOf({ id: 'a', updated_at });
	expect(at('2026-06-01T14:00:00.000+02:00')).toBe(at('2026-06-01T12:00:00Z'));
});

test('a state of another account or starting point begins anew', async () => {
	const trigger = withProjects(3);
	await trigger.poll();
	const since = new Date(START_MS + 90 * SECOND).toISOString();
	choose({ origin: 'other', startFrom: { since } })(trigger.service, trigger);
	expect(await trigger.events((service) => service.update('p1', { name: 'x' }))).toEqual([]);
	expect(await trigger.events((service) => service.update('p2'))).toEqual(['updated p2']);
});

const OF_1_0 = readFileSync(join(__dirname, 'fixtures/state-1.0.json'), 'utf8');

/** The trigger and the service of that state: a project was missed once, and a snapshot is under way. */
function upgraded() {
	const events = ['becameOverdue', 'dueSoon', 'becameStale', 'created', 'archived', 'updated'];
	const trigger = withProjects(12, {
		events: [...(events as ChangeOptions['events']), 'removed'],
		staleDays: 1,
	});
	const { service } = trigger;
	service.update('p1', { end_date: dayAfter(-3) });
	service.update('p2', { end_date: dayAfter(3) });
	service.delete('p4');
	service.nowMs = START_MS + 68 * MINUTE;
	trigger.saved = OF_1_0;
	return trigger;
}

test('a state saved by version 1.0 goes on, for ever: marks keep their bits, and nothing comes twice', async () => {
	const trigger = upgraded();
	expect(await trigger.events()).toEqual(['removed p4']);
	const edits: Act = (service) => {
		service.update('p5', { status: 'archived' });
		service.update('p1', { end_date: dayAfter(9) });
		service.update('p6', { end_date: dayAfter(-1) });
		service.create('new');
	};
	expectEachOnce(await trigger.events(edits), [
		...['archived p5', 'updated p1', 'updated p6', 'becameOverdue p6', 'created new'],
	]);
	const again: Act = (service) => service.update('p1', { end_date: dayAfter(-3) });
	expect(await trigger.events(again)).toEqual(['updated p1', 'becameOverdue p1']);
	expect(await trigger.eventsOf(10)).toEqual([]);
	expect(trigger.requests).toBe(1);
	expect(MARKS).toMatchObject({
		becameOverdue: 1,
		dueSoon: 2,
		becameStale: 4,
		included: 8,
		unseen: 16,
	});
});

test('a state saved by version 1.0 keeps its way of counting, and the values that it knew', async () => {
	const trigger = upgraded();
	trigger.options = {
		...trigger.options,
		events: [...trigger.options.events, 'completed', 'restored'],
	};
	const saved = JSON.parse(OF_1_0) as TriggerState & { projects: unknown[][] };
	const needs = {
		...saved.needs,
		fields: ['name', 'status', 'completed_task_count', 'task_count'],
	};
	const projects = saved.projects.map(([id, ...known]) => {
		const values = [`Project ${String(id)}`, id === 'p7' ? 'archived' : 'active', 0, 0];
		return [id, ...known.slice(0, 4), ...values];
	});
	trigger.saved = JSON.stringify({ ...saved, needs, projects, countOffset: 3 });
	trigger.service.behave({ totalOffset: 3 });
	const edit: Act = (service) => service.update('p7', { name: 'x' });
	expect(await trigger.events(edit)).toEqual(['removed p4', 'restored p7']);
});

test('a state saved by version 1.0 is read on from where it ended, though fewer events are chosen now', async () => {
	const trigger = upgraded();
	choose({ events: ['created'] })(trigger.service, trigger);
	expect(await trigger.events((service) => service.create('new'))).toEqual(['created new']);
});

test('a state saved by version 1.0 before all existing projects were delivered still owes them', async () => {
	const trigger = upgraded();
	trigger.saved = OF_1_0.replace('"owesExisting": false', '"owesExisting": true');
	const events = await trigger.events((service) => service.create('new'));
	expect(events).toEqual(['removed p4', 'existing new']);
	expect(await trigger.events((service) => service.create('newer'))).toEqual(['created newer']);
});

/** A saved state with each of its values, at every depth, replaced by others in turn. */
function* damaged(value: unknown): Generator<unknown> {
	yield* [undefined, null, 7, 'text', [{}]];
	if (typeof value !== 'object' || value === null) return;
	const copy = (key: string, other: unknown) =>
		Array.isArray(value) ? value.with(Number(key), other) : { ...value, [key]: other };
	for (const [key, inner] of Object.entries(value).slice(0, 11))
		for (const other of damaged(inner)) yield copy(key, other);
}

test('whatever is wrong with a saved state, a poll says that it cannot read it', async () => {
	const trigger = upgraded();
	trigger.saved = OF_1_0.replace('"projects": [', '"projects": 7, "others": [');
	await expect(trigger.poll()).rejects.toMatchObject({ kind: 'stateUnreadable' });
	trigger.saved = OF_1_0;
	await trigger.poll();
	const { saved } = trigger;
	let count = 0;
	for (const state of damaged(JSON.parse(saved))) {
		trigger.saved = JSON.stringify(state ?? null);
		if (['null', saved].includes(trigger.saved)) continue;
		await expect(trigger.poll(0)).rejects.toMatchObject({ kind: 'stateUnreadable' });
		count++;
	}
	expect(count).toBeGreaterThan(100);
});
