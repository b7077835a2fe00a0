import { itemsOf } from '../../../dev/host/executions';
import { SIMPLIFIED_FIELDS } from '../../simplifiedFields';
import { idsIn, openStage, type Stage } from './stage';
import { publishTemplate, standIn } from './template';
import { Watching } from './watching';

const FILE = 'sync-projects-to-google-sheets.json';
const ROWS = 'Add or Update Rows';
const COLUMNS = [...SIMPLIFIED_FIELDS, 'event', 'synced_at'];

let stage: Stage;

beforeAll(async () => {
	stage = await openStage(130);
});

afterAll(async () => await stage.sandbox.close());

test('publishing fills the sheet with all projects; then a change, a new project and a removal are written to their rows', async () => {
	const workflow = await publishTemplate(stage, FILE, { [ROWS]: standIn });
	const watching = new Watching(stage, workflow);
	const rowsOfNext = async () => itemsOf(await watching.next(), ROWS).map(({ json }) => json);
	const first = await rowsOfNext();
	expect(first.map(({ id }) => id).sort()).toEqual(idsIn(stage.sandbox));
	expect([...new Set(first.map((row) => Object.keys(row).join()))]).toEqual([COLUMNS.join()]);

	const [changed, unchanged] = stage.sandbox.projects.all();
	const changedId = String(changed?.id);
	stage.sandbox.projects.update(changedId, { name: '=1+1', task_count: 7 });
	const [second, ...others] = await rowsOfNext();
	expect(others).toEqual([]);
	expect(second).toMatchObject({ id: changedId, name: '=1+1', task_count: 7, event: 'updated' });
	expect(Date.parse(String(second?.['synced_at']))).toBeGreaterThan(Date.now() - 600_000);

	const { id } = stage.sandbox.projects.create({ name: 'Brand new' });
	expect(await rowsOfNext()).toMatchObject([{ id, status: 'active', event: 'created' }]);

	// One that changed within Look Back is not believed removed yet.
	const unchangedId = String(unchanged?.id);
	stage.sandbox.projects.remove(unchangedId);
	const [removed] = await rowsOfNext();
	// The sheet's other columns are left as they are: the node writes those that an item has.
	expect(Object.keys(removed ?? {})).toEqual(['id', 'name', 'status', 'event', 'synced_at']);
	expect(removed).toMatchObject({ id: unchangedId, event: 'removed' });
	await watching.stop();
});

test('a value that a project has no more empties its cell, which the node would leave alone', async () => {
	const { id } = stage.sandbox.projects.create({ name: 'Without an end' });
	const workflow = await publishTemplate(stage, FILE, { [ROWS]: standIn });
	const watching = new Watching(stage, workflow);
	await watching.next();
	stage.sandbox.projects.update(id, { end_date: null } as never);
	const rows = itemsOf(await watching.next(), ROWS).map(({ json }) => json);
	expect(rows).toMatchObject([{ id, end_date: '' }]);
	await watching.stop();
});
