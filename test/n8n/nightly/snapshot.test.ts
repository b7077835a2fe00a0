import { chain, node, OFTEN } from '../../../dev/host/template';
import { until } from '../../../dev/host/waiting';
import { listExecutions, untilEnded } from '../../../dev/host/workflows';
import { rowsOf, SCHEDULERS, Stage } from '../stage';

/** Where an answer takes a second, one poll of about 30 s does not read these 50 pages. */
const PROJECTS = 5_000;
const SLOW = { latencyMs: 1_000 };
const MORE_THAN_ONE_POLL = 35;

const WATCHER = chain('Watch removals', [
	node('Collab Trigger', 'n8n-nodes-collab.collabTrigger', {
		events: ['removed'],
		pollTimes: OFTEN,
		options: { lookBack: 0.3 },
	}),
]);

let stage: Stage;
beforeAll(async () => (stage = await Stage.open({ projects: PROJECTS })));
afterAll(async () => await stage?.close());

const untilRead = async (pages: number) =>
	await until(`${pages} pages`, () => {
		const read = stage.statusesAt('/v1/projects').filter((status) => status === 200);
		return read.length >= pages || undefined;
	});

/** The IDs that all executions of the workflow have reported. */
async function reported(workflowId: string): Promise<unknown[]> {
	const summaries = await listExecutions(stage.session, workflowId);
	const ended = summaries.map(async ({ id }) => await untilEnded(stage.session, id));
	return (await Promise.all(ended)).flatMap((execution) =>
		rowsOf(execution, 'Collab Trigger').map(({ id }) => id),
	);
}

it.each(SCHEDULERS)(
	"with n8n's %s scheduler, a list read over several polls and a restart reports the one project removed afterwards, once",
	async (_name, environment) => {
		const { sandbox } = stage;
		await stage.restart(() => undefined, environment);
		sandbox.clearRequests();
		sandbox.configure(SLOW);
		const workflow = await stage.publish(WATCHER);
		await untilRead(MORE_THAN_ONE_POLL);
		await stage.restart(() => sandbox.clearRequests(), environment);
		await untilRead(MORE_THAN_ONE_POLL);
		sandbox.configure({ latencyMs: 0 });
		await stage.polls(3);
		const [removed] = sandbox.projects.all();
		sandbox.projects.remove(removed?.id ?? '');
		await until('the removal', async () => (await reported(workflow.id))[0]);
		await stage.polls(3);
		expect(await reported(workflow.id)).toEqual([removed?.id]);
		await stage.unpublish(workflow);
	},
);
