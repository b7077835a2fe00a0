/** In `npm run test:versions`, too, on the n8n that is named there. */
import { chain, EVERY_FIVE_SECONDS, node } from '../../../dev/host/draft';
import { itemsOf, listExecutions, readExecution, untilEnded } from '../../../dev/host/executions';
import { until } from '../../../dev/host/waiting';
import type { Workflow } from '../../../dev/host/workflows';
import { Stage } from '../stage';

const WATCHER = chain('Watch projects', [
	node('Collab Trigger', 'n8n-nodes-collab.collabTrigger', {
		authentication: 'oAuth2',
		events: ['created', 'updated', 'archived'],
		pollTimes: EVERY_FIVE_SECONDS,
	}),
]);

const isOtherVersion = process.env['COLLAB_INSTALLATION'] !== undefined;

/** n8n's own timers, and its scheduler that keeps times and places in the database, which not every version has. */
const SCHEDULERS: Array<[string, Record<string, string>]> = [['ordinary', {}]];
if (!isOtherVersion) {
	const durable = {
		N8N_SCHEDULER_ENABLED: 'true',
		N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
		N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
	};
	SCHEDULERS.push(['durable', durable]);
}

let stage: Stage;
let workflow: Workflow;

/** What was delivered to the workflow, one list for each execution, oldest first. */
async function delivered(): Promise<string[][]> {
	const summaries = (await listExecutions(stage.session, workflow.id)).toReversed();
	const executions = await Promise.all(
		summaries.map(async ({ id }) => await untilEnded(stage.session, id)),
	);
	return executions
		.filter(({ status }) => status === 'success')
		.map((execution) =>
			itemsOf(execution, 'Collab Trigger').map(
				({ json }) => `${String(json['event'])} ${String(json['name'])}`,
			),
		);
}

/** Two polls without anything new: what was to be delivered has been delivered. */
async function quiet(): Promise<void> {
	stage.sandbox.clearRequests();
	await until(
		'two polls',
		() => stage.sandbox.requests.filter(({ path }) => path === '/v1/projects')[1],
	);
}

/** All lists, once there are so many and no more come. */
async function deliveredInTheEnd(count: number): Promise<string[][]> {
	await until(`execution ${count}`, async () => (await delivered())[count - 1]);
	await quiet();
	return await delivered();
}

describe.each(SCHEDULERS)('with the %s scheduler', (_name, environment) => {
	beforeAll(async () => {
		stage = await Stage.open({ sandbox: { projects: 20 }, environment });
		workflow = await stage.publish(WATCHER);
		// The durable scheduler forgets what publishing noted: watching begins with its first poll.
		await quiet();
	});
	afterAll(async () => await stage?.close());

	describe('Triggers', () => {
		it('on what changes, and on nothing else', async () => {
			const [known] = stage.sandbox.projects.all();
			stage.sandbox.projects.archive(known?.id ?? '');
			stage.sandbox.projects.create({ name: 'Created while watched' });
			expect((await deliveredInTheEnd(1)).flat().sort()).toEqual([
				`archived ${known?.name}`,
				'created Created while watched',
			]);
		});
	});

	describe('Triggers after a restart', () => {
		it('on what changed while n8n was down, and after it, and on nothing else', async () => {
			const before = (await delivered()).length;
			await stage.n8n.restart(() => {
				stage.sandbox.expireAccessTokens();
				stage.sandbox.projects.create({ name: 'Created while n8n was down' });
			});
			await deliveredInTheEnd(before + 1);
			stage.sandbox.projects.create({ name: 'Created after' });
			expect((await deliveredInTheEnd(before + 2)).slice(before)).toEqual([
				['created Created while n8n was down'],
				['created Created after'],
			]);
		});
	});

	// What n8n does with a trigger that fails at the start differs between its versions.
	if (isOtherVersion) return;

	it('a service that is down while n8n starts does not end the trigger', async () => {
		const before = (await delivered()).length;
		await stage.n8n.restart(async () => await stage.sandbox.stopListening());
		const failed = await until('a poll that failed', async () => {
			const [latest] = await listExecutions(stage.session, workflow.id);
			return latest?.status === 'error' ? latest : undefined;
		});
		await stage.sandbox.listenAgain();
		await quiet();
		stage.sandbox.projects.create({ name: 'Created after the service came back' });
		expect((await deliveredInTheEnd(before + 1)).slice(before)).toEqual([
			['created Created after the service came back'],
		]);
		const { data } = await readExecution(stage.session, failed.id);
		expect(data.resultData.error?.message).toMatch(/refused the connection/);
	});
});
