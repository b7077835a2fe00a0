/** The workflows of examples/ as a person has them after choosing credentials; Slack and Google are stand-ins. */
import { setTimeout as sleep } from 'node:timers/promises';
import { makeSpreadsheet } from '../../../dev/demo/demo';
import { SPREADSHEET } from '../../../dev/demo/examples';
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

/** Runs the nodes of a template on items such as its trigger gives. */
async function runOn(file: string, items: readonly Row[]): Promise<void> {
	const pinData = { 'Collab Trigger': items.map((json) => ({ json })) };
	outside.messages.splice(0);
	const draft = { ...entered(await example(file)), pinData };
	expect(errorOf(await stage.run(draft, 'Collab Trigger'))).toBeUndefined();
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

const ODD = { name: 'C', start_date: '2026-03-08', end_date: 'TBD' };

it('sync-projects-to-data-table.json makes and fills the table, then keeps it', async () => {
	hold([{ name: 'A' }, { name: 'B', updated_at: '2026-01-01T00:00:00Z' }, ODD]);
	const table = async () => by('name', await syncedRows(stage));
	const workflow = await stage.publish(await example('sync-projects-to-data-table.json'));
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
	await runOn('sync-projects-to-data-table.json', [
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

const NESTED = { meta: { note: '=1+1', more: ';=1+1' }, tags: ['=1+1'] };

it(`${SPREADSHEET} writes texts that no program takes for formulas`, async () => {
	hold([{ name: '=1+1', description: 'Roadmap;\u00A0@SUM(1)', task_count: 3, ...NESTED }]);
	const { rows } = await makeSpreadsheet(stage, await stage.create(await example(SPREADSHEET)));
	const meta = JSON.stringify(NESTED.meta).replace(';=', ";'=");
	const texts = { name: "'=1+1", description: "Roadmap;\u00A0'@SUM(1)", meta };
	expect(rows).toMatchObject([{ ...texts, task_count: '3', tags: JSON.stringify(NESTED.tags) }]);
});
