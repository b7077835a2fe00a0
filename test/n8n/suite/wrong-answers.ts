import { until } from '../../../dev/host/waiting';
import { example, syncedRows } from '../examples';
import { SCHEDULERS } from '../stage';
import { stage, store } from './stage';
import { hold, LONG_AGO } from './stories';

/** Of all but one, nothing but the service's answers speaks for their existence. */
const PROJECTS = [{}, ...Array<typeof LONG_AGO>(40).fill(LONG_AGO)];

/** In minutes: half of the projects are hidden for the time of one look. */
const LOOK_BACK = 0.5;

/** The IDs of the projects that exist and stand in the table. */
async function synced(): Promise<string[]> {
	const rows = (await syncedRows(stage)).map((row) => row['project_id']);
	const ids = store().all();
	return ids.map(({ id }) => id).filter((id) => rows.includes(id));
}

/** Waits until all projects were read once more. */
async function look(): Promise<void> {
	stage.sandbox.clearRequests();
	await until('a look', () =>
		stage.sandbox.requests.find(({ query }) => query['sort_by'] === 'created_at'),
	);
	await stage.polls(1);
}

describe.each(SCHEDULERS)("With n8n's %s scheduler", (_name, environment) => {
	const restart = async () => await stage.restart(() => undefined, environment);
	beforeAll(restart);

	it('a synced table keeps its rows while answers are wrong, and loses the one removed although n8n restarts between two looks', async () => {
		hold(PROJECTS);
		const draft = await example('sync-projects-to-data-table.json', {}, LOOK_BACK);
		const workflow = await stage.publish(draft);
		await until('all rows', async () => (await synced()).length === PROJECTS.length || undefined);
		for (const falseAnswers of ['empty', 'cut', 'empty account'] as const) {
			stage.sandbox.configure({ falseAnswers });
			await stage.polls(3);
		}
		stage.sandbox.configure({ falseAnswers: 'part' });
		await look();
		stage.sandbox.configure({ falseAnswers: 'none' });
		await stage.polls(1);
		expect(await synced()).toHaveLength(PROJECTS.length);
		const removed = store().all().at(-1)?.id ?? '';
		store().remove(removed);
		await look();
		await restart();
		const isGone = async () =>
			!(await syncedRows(stage)).some((row) => row['project_id'] === removed) || undefined;
		await until('the deletion', isGone);
		await stage.unpublish(workflow);
		expect(await synced()).toHaveLength(PROJECTS.length - 1);
	});
});
