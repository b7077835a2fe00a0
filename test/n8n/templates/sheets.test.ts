import { itemsOf, runWorkflow } from '../../../dev/host/executions';
import { openStage, type Stage } from './stage';
import { importTemplate, publishTemplate, standIn } from './template';
import { Watching } from './watching';

const FILE = 'projects-to-google-sheets.json';
const ROWS = 'Add or Update Rows';
const COLUMNS = [
	'id',
	'name',
	'status',
	'owner_id',
	'start_date',
	'end_date',
	'task_count',
	'completed_task_count',
	'created_at',
	'updated_at',
	'synced_at',
];

let stage: Stage;

beforeAll(async () => {
	stage = await openStage(130);
});

afterAll(async () => await stage.sandbox.close());

test('publishing fills the sheet with all projects; then a changed one is written again, and a new one', async () => {
	const workflow = await publishTemplate(stage, FILE, { [ROWS]: standIn });
	const watching = new Watching(stage, workflow);
	const first = itemsOf(await watching.next(), ROWS).map(({ json }) => json);
	expect(first.map(({ id }) => id).sort()).toEqual(idsInSandbox());
	expect([...new Set(first.map((row) => Object.keys(row).join()))]).toEqual([COLUMNS.join()]);

	const [changed] = stage.sandbox.projects.all();
	stage.sandbox.projects.update(String(changed?.id), { name: '=1+1', task_count: 7 });
	const second = itemsOf(await watching.next(), ROWS).map(({ json }) => json);
	expect(second).toMatchObject([{ id: changed?.id, name: '=1+1', task_count: 7 }]);

	const { id } = stage.sandbox.projects.create({ name: 'Brand new' });
	const third = itemsOf(await watching.next(), ROWS).map(({ json }) => json);
	expect(third).toMatchObject([{ id, name: 'Brand new', status: 'active' }]);
	await watching.stop();
});

test('every night each project is written once more, whatever the trigger has delivered', async () => {
	const workflow = await importTemplate(stage, FILE, { [ROWS]: standIn });
	const execution = await runWorkflow(stage.session, workflow, 'Every Night');
	const rows = itemsOf(execution, ROWS).map(({ json }) => json);
	expect(rows.map(({ id }) => id).sort()).toEqual(idsInSandbox());
	expect([...new Set(rows.map((row) => Object.keys(row).join()))]).toEqual([COLUMNS.join()]);
	expect(rows.every(({ synced_at: at }) => Date.parse(String(at)) > Date.now() - 600_000)).toBe(
		true,
	);
});

function idsInSandbox(): string[] {
	return stage.sandbox.projects
		.all()
		.map(({ id }) => id)
		.sort();
}
