import { chain, node, OFTEN } from '../../../dev/host/draft';
import { itemsOf, listExecutions, untilEnded } from '../../../dev/host/executions';
import { until } from '../../../dev/host/waiting';
import type { Workflow } from '../../../dev/host/workflows';
import { stage } from './stage';

const WATCHER = chain('Watch projects', [
	node('Collab Trigger', 'n8n-nodes-collab.collabTrigger', {
		authentication: 'oAuth2',
		events: ['created', 'archived'],
		pollTimes: OFTEN,
	}),
]);

/** Keeps times and places in n8n's database. Versions that do not have it poll as before. */
const DURABLE = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
};

describe('The trigger', () => {
	let workflow: Workflow;

	/** All that was delivered to the workflow, oldest first. */
	async function delivered(): Promise<string[]> {
		const summaries = (await listExecutions(stage.session, workflow.id)).toReversed();
		const ended = summaries.map(async ({ id }) => await untilEnded(stage.session, id));
		return (await Promise.all(ended))
			.filter(({ status }) => status === 'success')
			.flatMap((execution) => itemsOf(execution, 'Collab Trigger'))
			.map(({ json }) => `${String(json['event'])} ${String(json['name'])}`);
	}

	/** Two polls without anything new: what was to be delivered has been delivered. */
	async function quiet(): Promise<void> {
		stage.sandbox.clearRequests();
		await until('two polls', () => stage.statusesAt('/v1/projects')[1]);
	}

	/** Everything so far, once there is so much and no more comes. */
	async function deliveredInTheEnd(count: number): Promise<string[]> {
		await until(`${count} items`, async () => (await delivered())[count - 1]);
		await quiet();
		return await delivered();
	}

	const create = (name: string) => void stage.sandbox.projects.create({ name });

	beforeAll(async () => {
		workflow = await stage.publish(WATCHER);
		await quiet();
	});
	afterAll(async () => await stage.unpublish(workflow));

	it('delivers what changes, and nothing else', async () => {
		const [known] = stage.sandbox.projects.all();
		stage.sandbox.projects.archive(known?.id ?? '');
		stage.sandbox.projects.update(stage.sandbox.projects.all()[1]?.id ?? '', { name: 'Other' });
		create('A');
		const expected = [`archived ${known?.name}`, 'created A'];
		expect((await deliveredInTheEnd(2)).sort()).toEqual(expected);
	});

	it('goes on after a restart of n8n with what changed meanwhile, although its token has expired', async () => {
		await stage.n8n.restart(() => {
			stage.sandbox.expireAccessTokens();
			create('B, while n8n was down');
		});
		await deliveredInTheEnd(3);
		create('C, after it');
		const since = (await deliveredInTheEnd(4)).slice(2);
		expect(since).toEqual(['created B, while n8n was down', 'created C, after it']);
	});

	it("does not end where the service is down while n8n starts, with n8n's durable scheduler", async () => {
		await stage.n8n.restart(async () => await stage.sandbox.stopListening(), DURABLE);
		await until('a poll that failed', async () => {
			const [latest] = await listExecutions(stage.session, workflow.id);
			return latest?.status === 'error' ? latest : undefined;
		});
		await stage.sandbox.listenAgain();
		await quiet();
		create('D, after the service came back');
		expect((await deliveredInTheEnd(5)).slice(4)).toEqual([
			'created D, after the service came back',
		]);
	});
});
