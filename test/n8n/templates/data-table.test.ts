import { chain, node, START } from '../../../dev/host/draft';
import { itemsOf, runWorkflow } from '../../../dev/host/executions';
import { createWorkflow } from '../../../dev/host/workflows';
import { idsIn, openStage, type Stage } from './stage';
import { publishTemplate } from './template';
import { Watching } from './watching';

const FILE = 'sync-projects-to-data-table.json';

let stage: Stage;

beforeAll(async () => {
	stage = await openStage(40);
});

afterAll(async () => await stage.sandbox.close());

test('the table is made and filled, a change updates its row, a new project adds one, a removed one loses its row', async () => {
	const workflow = await publishTemplate(stage, FILE);
	const watching = new Watching(stage, workflow);
	await watching.next();
	const filled = await rowsOfTable();
	expect(idsOf(filled)).toEqual(idsIn(stage.sandbox));

	const active = stage.sandbox.projects.all().filter(({ status }) => status === 'active');
	const [project, unchanged] = active;
	stage.sandbox.projects.archive(String(project?.id));
	await watching.next();
	const updated = await rowsOfTable();
	expect(updated).toHaveLength(40);
	const row = updated.find(({ project_id: id }) => id === project?.id);
	expect(row).toMatchObject({
		name: project?.name,
		status: 'archived',
		task_count: project?.task_count,
		last_event: 'archived',
	});
	const stamp = stage.sandbox.projects.get(String(project?.id))?.updated_at;
	expect(Date.parse(String(row?.['project_updated_at']))).toBe(Date.parse(String(stamp)));

	stage.sandbox.projects.create({ name: 'Brand new' });
	await watching.next();
	expect(idsOf(await rowsOfTable())).toEqual(idsIn(stage.sandbox));

	// One that changed within Look Back is not believed removed yet.
	stage.sandbox.projects.remove(String(unchanged?.id));
	await watching.next();
	expect(idsOf(await rowsOfTable())).toEqual(idsIn(stage.sandbox));
	await watching.stop();
});

type Rows = ReadonlyArray<Readonly<Record<string, unknown>>>;

const idsOf = (rows: Rows) => rows.map(({ project_id: id }) => id).sort();

/** As another workflow of the same person would read it. */
async function rowsOfTable(): Promise<Rows> {
	const dataTableId = { __rl: true, mode: 'name', value: 'collab_projects' };
	const all = { resource: 'row', operation: 'get', dataTableId, returnAll: true };
	const rows = node('Rows', 'n8n-nodes-base.dataTable', all, { typeVersion: 1.1 });
	const workflow = await createWorkflow(stage.session, chain('Read the table', [START, rows]));
	const execution = await runWorkflow(stage.session, workflow, 'Start');
	return itemsOf(execution, 'Rows').map(({ json }) => json);
}
