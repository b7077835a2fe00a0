import { WorkflowOperationError } from 'n8n-workflow';
import { startSandbox, type Sandbox } from '../../dev/sandbox';
import { activateTrigger, type ActiveTrigger, testTrigger } from './harness/activateTrigger';
import { asSomebody } from './harness/asSomebody';
import { diedWithItsWorker, failed, failedInANode, succeeded } from './harness/executions';
import { answer, listOf, scriptedServers } from './harness/scriptedServer';

const serve = scriptedServers();
let sandbox: Sandbox;
let trigger: ActiveTrigger;
let refusal: Error | undefined;

beforeEach(async () => {
	sandbox = await startSandbox({ projects: 5, seed: 3 });
	refusal = undefined;
	trigger = await activateTrigger({ ...asSomebody(sandbox), refuseEmission: () => refusal });
});
afterEach(async () => await sandbox.close());

const delivered = () => trigger.emitted.map((items) => items.map(({ json }) => json['name']));

async function deliverOne(name: string): Promise<void> {
	sandbox.projects.create({ name });
	await trigger.tick();
}

describe('an execution that did not begin is delivered again', () => {
	const notPermitted = new Error('Node "Post" does not have access to the credential');

	it.each<[string, () => Promise<void>]>([
		['died with its worker', async () => await trigger.executionEnded(diedWithItsWorker())],
		[
			'could not be created, or not be given to a worker',
			async () => await trigger.executionRefused(new Error('Connection is closed.')),
		],
		[
			'was refused for the credential of a later node',
			async () => await trigger.executionFailedCheck(notPermitted),
		],
		['ended without any result', async () => await trigger.executionEnded(undefined)],
	])('that %s', async (_form, end) => {
		await deliverOne('first');
		await end();
		await deliverOne('second');
		expect(delivered()).toEqual([['first'], ['first', 'second']]);
		await trigger.executionEnded(succeeded());
		await trigger.tick();
		expect(delivered()).toHaveLength(2);
	});

	it('that n8n refused when it was to take the items', async () => {
		refusal = new Error('Engine 2.0 cannot receive files from a trigger yet.');
		await deliverOne('first');
		expect(trigger.errors).toEqual([refusal]);
		refusal = undefined;
		await trigger.tick();
		expect(delivered()).toEqual([['first']]);
	});

	it('that failed a check, with a record of the node in question alone', async () => {
		await deliverOne('first');
		const node = [{ startTime: 0, executionIndex: 0, executionTime: 0, source: [] }];
		const resultData = { lastNodeExecuted: 'Post', runData: { Post: node } };
		await trigger.executionEnded(failed({ resultData }));
		await trigger.tick();
		expect(delivered()).toEqual([['first'], ['first']]);
	});

	it('although nothing is new, and after the workflow was published again', async () => {
		const workflowId = 'published twice';
		const settings = { ...asSomebody(sandbox), workflowId };
		trigger = await activateTrigger(settings);
		await deliverOne('only');
		await trigger.executionEnded(diedWithItsWorker());
		trigger.stop();
		const { savedState } = trigger;
		trigger = await activateTrigger({ ...settings, savedState });
		await trigger.tick();
		expect(delivered()).toEqual([['only']]);
	});

	it('after polls that fail', async () => {
		let status = 200;
		const projects = [{ id: 'proj_1', name: 'old', updated_at: '2026-01-01T00:00:00Z' }];
		const service = await serve((response) => answer(response, status, listOf(projects)));
		trigger = await activateTrigger(asSomebody({ ...service, apiKey: 'key' }));
		projects.unshift({ id: 'proj_2', name: 'patient', updated_at: '2026-01-02T00:00:00Z' });
		await trigger.tick();
		await trigger.executionEnded(diedWithItsWorker());
		status = 403;
		await trigger.tick();
		status = 200;
		await trigger.tick();
		expect(delivered()).toEqual([['patient'], ['patient']]);
		expect(trigger.errors).toHaveLength(1);
	});

	it('but is not what Fetch Test Event shows', async () => {
		await deliverOne('delivered');
		await trigger.executionEnded(diedWithItsWorker());
		sandbox.projects.create({ name: 'newest' });
		const { items } = await testTrigger(asSomebody(sandbox));
		expect(items.map(({ json }) => json['name'])).toEqual(['newest']);
	});
});

describe('an execution is not repeated', () => {
	it('that failed in a node: it did part of its work', async () => {
		await deliverOne('once');
		await trigger.executionEnded(failedInANode());
		await trigger.tick();
		expect(delivered()).toEqual([['once']]);
	});

	it.each(['No active execution found', 'The execution was cancelled'])(
		'of which n8n only says: %s',
		async (message) => {
			await deliverOne('once');
			await trigger.executionRefused(new Error(message));
			await trigger.tick();
			expect(delivered()).toEqual([['once']]);
		},
	);

	it('that a person stopped before it ran', async () => {
		await deliverOne('stopped');
		const error = new WorkflowOperationError('Workflow-Execution has been canceled!');
		await trigger.executionEnded(failed({ resultData: { error, runData: {} } }));
		await trigger.tick();
		expect(delivered()).toEqual([['stopped']]);
	});

	it('that a person stopped while n8n was creating it', async () => {
		await deliverOne('stopped');
		await trigger.executionFailedCheck(new Error('The execution was cancelled manually'));
		await trigger.tick();
		expect(delivered()).toEqual([['stopped']]);
	});
});
