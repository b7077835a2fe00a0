import { until } from '../../../dev/host/processes';
import { chain, node, OFTEN } from '../../../dev/host/template';
import { listExecutions, untilEnded, type Workflow } from '../../../dev/host/workflows';
import { DURABLE, rowsOf } from '../stage';
import { stage, store } from './stage';
import { LONG_AGO } from './stories';

const WATCHER = chain('Watch projects', [
	node('Collab Trigger', 'n8n-nodes-collab.collabTrigger', {
		authentication: 'oAuth2',
		events: ['created', 'removed'],
		pollTimes: OFTEN,
		// In minutes: two looks that miss a project are as far apart.
		options: { lookBack: 0.5 },
	}),
]);

describe('The trigger', () => {
	let workflow: Workflow;
	/** All that is to have been delivered. */
	const expected: string[] = [];

	/** All that was delivered to the workflow, oldest first. */
	async function delivered(): Promise<string[]> {
		const summaries = (await listExecutions(stage.session, workflow.id)).toReversed();
		const ended = summaries.map(async ({ id }) => await untilEnded(stage.session, id));
		return (await Promise.all(ended))
			.filter(({ status }) => status === 'success')
			.flatMap((execution) => rowsOf(execution, 'Collab Trigger'))
			.map(({ name }) => String(name));
	}

	/** These come next, in any order, and no more. */
	async function expectNext(...changes: string[]): Promise<void> {
		const last = expected.push(...changes) - 1;
		await until(changes.join(), async () => (await delivered())[last]);
		await stage.polls(1);
		expect((await delivered()).sort()).toEqual(expected.sort());
	}

	const create = (name: string, more = {}) => store().create({ name, ...more }).id;
	let removed: string;

	beforeAll(async () => {
		removed = create('Removed', LONG_AGO);
		workflow = await stage.publish(WATCHER);
		await stage.polls(1);
	});
	afterAll(async () => await stage.unpublish(workflow));

	it('goes on after a restart of n8n with what changed meanwhile and nothing else, although its token has expired', async () => {
		await stage.restart(() => {
			stage.sandbox.expireAccessTokens();
			store().update(store().all()[0]?.id ?? '', { name: 'Other' });
			create('A, while n8n was down');
		});
		await expectNext('A, while n8n was down');
	});

	it("reports a removal of which one look is before a start of n8n during which the service is down, with n8n's durable scheduler", async () => {
		store().remove(removed);
		stage.sandbox.clearRequests();
		await until('a look', () =>
			stage.sandbox.requests.find(({ query }) => query['sort_by'] === 'created_at'),
		);
		const { behavior } = stage.sandbox;
		await stage.restart(() => void (behavior.isDown = true), DURABLE);
		await until('a poll that failed', async () => {
			const [latest] = await listExecutions(stage.session, workflow.id);
			return latest?.status === 'error' ? latest : undefined;
		});
		behavior.isDown = false;
		await stage.polls(1);
		create('B, after the service came back');
		await expectNext('B, after the service came back', 'Removed');
	});
});
