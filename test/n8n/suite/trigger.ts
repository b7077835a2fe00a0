import { chain, node, OFTEN } from '../../../dev/host/template';
import { until } from '../../../dev/host/waiting';
import { listExecutions, untilEnded, type Workflow } from '../../../dev/host/workflows';
import { rowsOf } from '../stage';
import { stage, store } from './stage';

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
			.flatMap((execution) => rowsOf(execution, 'Collab Trigger'))
			.map(({ event, name }) => `${String(event)} ${String(name)}`);
	}

	/** Two polls without anything new: what was to be delivered has been delivered. */
	async function quiet(): Promise<void> {
		stage.sandbox.clearRequests();
		await until('two polls', () => stage.statusesAt('/v1/projects')[1]);
	}

	/** What came after the first so many, once there is as much as expected and no more comes. */
	async function expectDelivered(before: number, expected: readonly string[]): Promise<void> {
		const last = before + expected.length - 1;
		await until(`${last + 1} items`, async () => (await delivered())[last]);
		await quiet();
		expect((await delivered()).slice(before)).toEqual(expected);
	}

	const create = (name: string) => void store().create({ name });

	beforeAll(async () => {
		workflow = await stage.publish(WATCHER);
		await quiet();
	});
	afterAll(async () => await stage.unpublish(workflow));

	it('delivers what changes, and nothing else', async () => {
		const [known, other] = store().all();
		store().archive(known?.id ?? '');
		store().update(other?.id ?? '', { name: 'Other' });
		await expectDelivered(0, [`archived ${known?.name}`]);
		create('A');
		await expectDelivered(1, ['created A']);
	});

	it('goes on after a restart of n8n with what changed meanwhile, although its token has expired', async () => {
		await stage.restart(() => {
			stage.sandbox.expireAccessTokens();
			create('B, while n8n was down');
		});
		await expectDelivered(2, ['created B, while n8n was down']);
		create('C, after it');
		await expectDelivered(3, ['created C, after it']);
	});

	it("does not end where the service is down while n8n starts, with n8n's durable scheduler", async () => {
		await stage.restart(async () => await stage.sandbox.stopListening(), DURABLE);
		await until('a poll that failed', async () => {
			const [latest] = await listExecutions(stage.session, workflow.id);
			return latest?.status === 'error' ? latest : undefined;
		});
		await stage.sandbox.listenAgain();
		await quiet();
		create('D, after the service came back');
		await expectDelivered(4, ['created D, after the service came back']);
	});
});
