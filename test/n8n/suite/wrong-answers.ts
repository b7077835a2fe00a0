/** What the trigger makes of wrong answers, on each of n8n's schedulers. */
import { chain, node, START } from '../../../dev/host/template';
import { until } from '../../../dev/host/waiting';
import { runWorkflow } from '../../../dev/host/workflows';
import { example } from '../examples';
import { rowsOf } from '../stage';
import { DURABLE, stage, store } from './stage';
import { hold } from './stories';

/** Changed long before Look Back, so that nothing but the service's answers speaks for their existence. */
const LONG_AGO = { updated_at: '2026-01-01T00:00:00Z' };
const old = (count: number) => Array<typeof LONG_AGO>(count).fill(LONG_AGO);

/** So many list requests that n8n has sent since now. */
async function requests(count: number): Promise<void> {
	stage.sandbox.clearRequests();
	await until(`${count} requests`, () => stage.statusesAt('/v1/projects')[count - 1]);
}

/** Reads the project IDs in the data table that the workflow keeps in sync. */
async function tableReader(): Promise<() => Promise<string[]>> {
	const dataTableId = { __rl: true, mode: 'name', value: 'collab_projects' };
	const all = { resource: 'row', operation: 'get', dataTableId, returnAll: true };
	const reader = node('Rows', 'n8n-nodes-base.dataTable', all, { typeVersion: 1.1 });
	const workflow = await stage.create(chain('Read the table', [START, reader]));
	return async () => {
		const read = await runWorkflow(stage.session, workflow, 'Start');
		return rowsOf(read, 'Rows').map((row) => String(row['project_id']));
	};
}

describe.each([
	["n8n's classic scheduler", {}],
	["n8n's durable scheduler", DURABLE],
])('With %s', (_name, environment) => {
	beforeAll(async () => await stage.restart(() => undefined, environment));

	it('a synced table keeps its rows while the service answers like an empty account, and then loses the one removed', async () => {
		hold([{}, ...old(40)]);
		const workflow = await stage.publish(await example('sync-projects-to-data-table.json'));
		const tableRows = await tableReader();
		const ids = () =>
			store()
				.all()
				.map(({ id }) => id)
				.sort();
		const holdsAll = async () => {
			const rows = await tableRows();
			return ids().every((id) => rows.includes(id)) ? rows : undefined;
		};
		await until('the first rows', holdsAll);
		for (const falseAnswers of ['empty', 'cut', 'empty account'] as const) {
			stage.sandbox.configure({ falseAnswers });
			await requests(4);
		}
		stage.sandbox.configure({ falseAnswers: 'none' });
		await requests(3);
		expect(await holdsAll()).toBeDefined();
		const removed = store().all().at(-1)?.id ?? '';
		store().remove(removed);
		await until('the deletion', async () => !(await tableRows()).includes(removed) || undefined);
		await stage.unpublish(workflow);
		expect((await tableRows()).sort()).toEqual(expect.arrayContaining(ids()));
	});
});
