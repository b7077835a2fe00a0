/** The workflows of examples/ as a person has them after choosing credentials; Slack and Google are stand-ins. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkflowDraft } from '../../../dev/host/template';
import { type Change, example, syncedRows } from '../examples';
import { connectOutside } from '../outside';
import { by, errorOf, type Row } from '../stage';
import { outside, stage, store } from './stage';
import { hold, STORIES } from './stories';

/** Chooses credentials and places in nodes that post and write. */
let enter: Change;
beforeAll(async () => void (enter = await connectOutside(stage.session)));

const entered = (draft: WorkflowDraft) => ({ ...draft, nodes: draft.nodes.map(enter) });

/** Rows are sorted by name, texts as they are. */
const keyOf = (found: unknown) => String((found as Row)['name'] ?? found);
const sorted = (all: unknown[]) => [...all].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));

/** Whoever writes or posts next is refused twice. */
function beginStep(): number {
	outside.messages.splice(0);
	outside.refusals.splice(0, Infinity, 503, 429);
	return Date.now();
}

it.each(STORIES)('$file', async ({ file, changes, trigger, projects, read, steps }) => {
	hold(projects);
	const draft = entered(await example(file, changes));
	Object.assign(outside.sheets, { Active: [], Projects: [] });
	let sinceMs = beginStep();
	const workflow = trigger ? undefined : await stage.publish(draft);
	for (const [act, ...expected] of steps) {
		// What is created in the second in which the trigger began counts as existing.
		await sleep(1_000);
		act();
		let found: unknown[] = [];
		do {
			const execution = await (workflow ? stage.next(workflow) : stage.run(draft, trigger));
			expect(errorOf(execution)).toBeUndefined();
			found = read(sinceMs);
			// What happens at once may be found by two polls.
		} while (found.length < expected.length);
		expect(sorted(found)).toMatchObject(expected);
		sinceMs = beginStep();
	}
	if (workflow) await stage.unpublish(workflow);
});

const APP = {
	...{ id: 'p1', name: 'App', owner_id: 'usr_7', end_date: '2030-01-31', task_count: 4 },
	updated_at: '2026-05-04T14:21:07Z',
};

/** Runs the nodes of a template on items such as its trigger gives, or the node named. */
async function runOn(file: string, items: readonly Row[], pinned = 'Collab Trigger') {
	const pinData = { [pinned]: items.map((json) => ({ json })) };
	const draft = { ...entered(await example(file)), pinData };
	return await stage.run(draft, 'Collab Trigger');
}

it('a daily sheet keeps the rows of yesterday where the new ones cannot be written', async () => {
	hold([{ name: 'Today' }]);
	outside.sheets['Active'] = [['name'], ['Yesterday']];
	const draft = entered(await example('save-active-projects-to-google-sheets.json'));
	outside.refusals.splice(0, Infinity, ...Array<number>(9).fill(503));
	expect(errorOf(await stage.run(draft, 'Every Morning'))).toBeDefined();
	outside.refusals.splice(0);
	expect(outside.rowsOn('Active')).toEqual([{ name: 'Yesterday' }]);
	expect(errorOf(await stage.run(draft, 'Every Morning'))).toBeUndefined();
	expect(outside.rowsOn('Active')).toMatchObject([{ name: 'Today' }]);
});

const TABLE = 'sync-projects-to-data-table.json';
const SHEET = 'sync-projects-to-google-sheets.json';
const ODD = { name: 'C', start_date: '2026-03-08', end_date: 'TBD' };

it(`${TABLE} makes and fills the table, then keeps it`, async () => {
	hold([{ name: 'A' }, { name: 'B', updated_at: '2026-01-01T00:00:00Z' }, ODD]);
	const table = async () => by('name', await syncedRows(stage));
	const workflow = await stage.publish(await example(TABLE));
	await stage.next(workflow);
	expect(await table()).toMatchObject([{ name: 'A' }, { name: 'B' }, { name: 'C' }]);
	const [a, b] = by('name', store().all());
	for (const act of [
		() => store().update(a?.id ?? '', { status: 'archived' }),
		() => store().create({ name: 'D' }),
		() => store().remove(b?.id ?? ''),
	]) {
		act();
		await stage.next(workflow);
	}
	await stage.unpublish(workflow);
	const unusable = { task_count: 'many', created_at: 'once', updated_at: '', start_date: '' };
	await runOn(TABLE, [
		{ ...APP, name: 'E', ...unusable, event: 'created' },
		{ ...store().all().at(-1), event: 'removed', is_test: true },
	]);
	const [first, ...others] = await table();
	const { id, status, last_event } = { id: a?.id, status: 'archived', last_event: 'archived' };
	expect(first).toMatchObject({ project_id: id, name: 'A', status, last_event });
	const stamp = store().get(id ?? '')?.updated_at ?? '';
	expect(Date.parse(String(first?.['project_updated_at']))).toBe(Date.parse(stamp));
	const empty = { task_count: null, project_created_at: null, project_updated_at: null };
	expect(others).toMatchObject([
		// A day is the same in every time zone, and what is none stays as it is.
		{ name: 'C', start_date: '2026-03-08', end_date: 'TBD' },
		{ name: 'D', last_event: 'test' },
		{ name: 'E', project_id: 'p1', start_date: '', ...empty, last_event: 'created' },
	]);
});

it('a run that comes late to the table changes nothing that a later one wrote or removed', async () => {
	const late = ['Changed', 'Removed', 'Lacking'].map((name) => {
		return { project_id: `late ${name}`, name, last_event: 'existing', execution: 1 };
	});
	const item = { ...APP, id: 'late Changed', name: 'Changed anew', event: 'updated' };
	const table = async () => {
		expect(errorOf(await runOn(TABLE, late, 'Row of the Table'))).toBeUndefined();
		const rows = by('name', await syncedRows(stage));
		return rows.filter(({ project_id }) => String(project_id).startsWith('late'));
	};
	await runOn(TABLE, [item, { id: 'late Removed', name: 'Removed', event: 'removed' }]);
	expect(await table()).toMatchObject([{ name: 'Changed anew' }, { name: 'Lacking' }]);
	// Thirty days later, nothing says any more that it was removed.
	const forgetful = await example(TABLE, {
		'Delete Old Marks': (node) =>
			JSON.parse(JSON.stringify(node).replace('days: 30', 'days: 0')) as typeof node,
	});
	const pinData = { 'Collab Trigger': [{ json: item }] };
	await stage.run({ ...forgetful, pinData } as WorkflowDraft, 'Collab Trigger');
	expect(await table()).toHaveLength(3);
});

it('a failed run that is retried adds to a sheet what is lacking, and puts nothing old over what is new', async () => {
	Object.assign(outside.sheets, { Projects: [] });
	const of = (id: string, name: string, updated_at: string) => ({ ...APP, id, name, updated_at });
	const before = [of('p1', 'Old', '2026-05-04T14:00:00Z'), of('p2', 'Removed', APP.updated_at)];
	const items = [...before, of('p3', 'Lacking', APP.updated_at)];
	outside.refusals.splice(0, Infinity, ...Array<number>(9).fill(503));
	const failed = await runOn(
		SHEET,
		items.map((item) => ({ ...item, event: 'existing' })),
	);
	expect(errorOf(failed)).toMatch(/Google did not take the rows.*Service unavailable/);
	const retry = () => stage.session.post(`/executions/${failed.id}/retry`, { loadWorkflow: false });
	expect(await retry()).toMatchObject({ status: 'error' });
	outside.refusals.splice(0);
	await runOn(SHEET, [
		{ ...of('p1', 'New', APP.updated_at), event: 'updated' },
		{ id: 'p2', name: 'Removed', status: 'active', event: 'removed' },
	]);
	expect(await retry()).toMatchObject({ status: 'success' });
	expect(outside.rowsOn('Projects')).toMatchObject([
		{ name: 'New', event: 'updated' },
		{ name: 'Removed', event: 'removed', status: 'removed' },
		{ name: 'Lacking', event: 'existing' },
	]);
});
