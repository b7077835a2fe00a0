import { createRunExecutionData, type IRun, WorkflowOperationError } from 'n8n-workflow';
import { startSandbox, type Sandbox } from '../../dev/sandbox';
import { activateTrigger, type ActiveTrigger, testTrigger } from './harness/activateTrigger';
import { asSomebody } from './harness/asSomebody';
import { answer, listOf, scriptedServers } from './harness/scriptedServer';

const serve = scriptedServers();
let sandbox: Sandbox;
let trigger: ActiveTrigger;

beforeEach(async () => {
	sandbox = await startSandbox({ projects: 5, seed: 3 });
	trigger = await activateTrigger(asSomebody(sandbox));
});
afterEach(async () => await sandbox.close());

const told = () => trigger.emitted.map((items) => items.map(({ json }) => json['name']));

const failed = (resultData: Parameters<typeof createRunExecutionData>[0]): IRun => ({
	data: createRunExecutionData(resultData),
	mode: 'trigger',
	startedAt: new Date(),
	storedAt: 'db',
	status: 'error',
});

/** What n8n says when the worker is gone: it knows of no node. */
const diedWithItsWorker = () => {
	const error = new WorkflowOperationError('This execution failed to be processed too many times');
	return failed({ resultData: { error, runData: {} } });
};

const failedInANode = () =>
	failed({ resultData: { runData: {}, lastNodeExecuted: 'Post a Message' } });

async function tellOne(name: string): Promise<void> {
	sandbox.projects.create({ name });
	await trigger.tick();
}

it('what an execution that died with its worker was to do is told again, before what is new', async () => {
	await tellOne('first');
	await trigger.executionEnded(diedWithItsWorker());
	await tellOne('second');
	expect(told()).toEqual([['first'], ['first', 'second']]);
	await trigger.executionEnded({ ...failedInANode(), status: 'success' });
	await trigger.tick();
	expect(told()).toHaveLength(2);
});

it('is told again although nothing is new', async () => {
	await tellOne('only');
	await trigger.executionEnded(diedWithItsWorker());
	await trigger.tick();
	expect(told()).toEqual([['only'], ['only']]);
});

it('is told three times at most', async () => {
	await tellOne('deadly');
	for (let time = 0; time < 4; time++) {
		await trigger.executionEnded(diedWithItsWorker());
		await trigger.tick();
	}
	expect(told()).toEqual([['deadly'], ['deadly'], ['deadly']]);
});

it('an execution that failed in a node is not repeated: it did part of its work', async () => {
	await tellOne('once');
	await trigger.executionEnded(failedInANode());
	await trigger.tick();
	expect(told()).toEqual([['once']]);
});

it('is told again when n8n could not even begin its execution', async () => {
	await tellOne('lost to the database');
	await trigger.executionRefused(new Error('The database is not available'));
	await trigger.tick();
	expect(told()).toEqual([['lost to the database'], ['lost to the database']]);
});

it.each(['No active execution found', 'The execution was cancelled'])(
	'is not told again when n8n only says: %s',
	async (message) => {
		await tellOne('once');
		await trigger.executionRefused(new Error(message));
		await trigger.tick();
		expect(told()).toEqual([['once']]);
	},
);

it('what a person stopped before it ran is not told again', async () => {
	await tellOne('stopped');
	const error = new WorkflowOperationError('Workflow-Execution has been canceled!');
	await trigger.executionEnded(failed({ resultData: { error, runData: {} } }));
	await trigger.tick();
	expect(told()).toEqual([['stopped']]);
});

it('waits for a poll that does not fail', async () => {
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
	expect(told()).toEqual([['patient'], ['patient']]);
	expect(trigger.errors).toHaveLength(1);
});

it('Fetch Test Event does not show it', async () => {
	await tellOne('told');
	await trigger.executionEnded(diedWithItsWorker());
	sandbox.projects.create({ name: 'newest' });
	const { items } = await testTrigger(asSomebody(sandbox));
	expect(items.map(({ json }) => json['name'])).toEqual(['newest']);
});
