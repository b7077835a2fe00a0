import { setTimeout as sleep } from 'node:timers/promises';
import { type ExecutionSummary, listExecutions, readExecution } from '../../../dev/host/executions';
import { until } from '../../../dev/host/waiting';
import {
	publishWorkflow,
	unpublishWorkflow,
	updateWorkflow,
	type Workflow,
} from '../../../dev/host/workflows';
import { scriptedServers } from '../../engine/harness/scriptedServer';
import { openStage, type Stage, WORKERS } from './stage';
import { watchAndPost } from './workflows';

interface Change {
	readonly name: string;
	readonly worker: string;
}

const POLL_EVERY_MS = 5_000;

const serve = scriptedServers();
let stage: Stage;

beforeAll(async () => {
	// One execution at a time: while a worker has one, the next is the other's.
	stage = await openStage(50, 1);
});
afterAll(async () => await stage?.close());

/** Publishes a workflow that posts every change; `onPost` answers, or does not. */
async function watch(onPost: (change: Change, answer: () => void) => void) {
	const { url } = await serve((response, { body }) =>
		onPost(JSON.parse(body) as Change, () => response.end('{}')),
	);
	return await stage.publish(watchAndPost(url));
}

/** So many polls that found nothing. */
async function quiet(polls: number): Promise<void> {
	stage.sandbox.clearRequests();
	await until(`${polls} polls`, () => stage.sandbox.requests[polls - 1]);
}

/** With other parameters of the trigger. */
async function publishAgain(workflow: Workflow, parameters: object): Promise<void> {
	const [trigger, ...others] = workflow.nodes;
	if (!trigger) throw new Error('The workflow has no trigger');
	const changed = { ...trigger, parameters: { ...trigger.parameters, ...parameters } };
	const draft = { ...workflow, nodes: [changed, ...others] };
	const { session } = stage;
	await publishWorkflow(session, await updateWorkflow(session, workflow.id, draft));
}

/** At once, with all that it started. */
function kill(worker: string): void {
	const host = stage.workers.get(worker);
	if (!host) throw new Error(`There is no worker "${worker}"`);
	process.kill(-host.processId, 'SIGKILL');
}

/** Halts the main instance for some poll intervals; returns how many requests the service gets meanwhile. */
async function requestsWithoutMain(intervals: number): Promise<number> {
	const { processId } = stage.main;
	process.kill(-processId, 'SIGSTOP');
	try {
		stage.sandbox.clearRequests();
		await sleep(intervals * POLL_EVERY_MS);
		return stage.sandbox.requests.length;
	} finally {
		process.kill(-processId, 'SIGCONT');
	}
}

it('the trigger polls on the main instance alone, and what it starts is spread over the workers', async () => {
	const received: Change[] = [];
	const held: Array<() => void> = [];
	const workflow = await watch((change, answer) => {
		received.push(change);
		// A worker is busy with the first execution until the second has begun.
		if (received.length === 1) held.push(answer);
		else [...held.splice(0), answer].forEach((end) => end());
	});
	await quiet(4);
	// One may have been under way; from a worker there would be one for each interval.
	expect(await requestsWithoutMain(3)).toBeLessThanOrEqual(1);

	const names = Array.from({ length: 8 }, (_name, number) => `Project ${number}`);
	for (const name of names) {
		stage.sandbox.projects.create({ name });
		await until(name, () => received.find((change) => change.name === name));
	}
	await quiet(2);
	expect(received.map(({ name }) => name)).toEqual(names);
	expect(new Set(received.map(({ worker }) => worker))).toEqual(new Set(WORKERS));
	await unpublishWorkflow(stage.session, workflow.id);
});

it('n8n ends an execution whose worker is killed, without its items; from Changed Since on, they are delivered again', async () => {
	const beganAt = new Date().toISOString();
	const received: Change[] = [];
	const workflow = await watch((change, answer) => {
		received.push(change);
		if (received.length === 1) kill(change.worker);
		else answer();
	});
	const names = ['Before the kill', 'After the kill'];
	stage.sandbox.projects.create({ name: names[0] });
	await until('the kill', () => received[0]);
	stage.sandbox.projects.create({ name: names[1] });
	const { id } = await until('the end of what was killed', async () => {
		const executions = await listExecutions(stage.session, workflow.id);
		return executions.find(({ status }) => status === 'error');
	});
	await quiet(2);
	expect(received.map(({ name }) => name)).toEqual(names);
	const { resultData } = (await readExecution(stage.session, id)).data;
	expect(resultData.error?.message).toMatch(/failed to be processed too many times/);
	expect(resultData.runData).toEqual({});
	const retried = await stage.session.post<ExecutionSummary>(`/executions/${id}/retry`, {});
	expect(retried.status).toBe('error');

	await publishAgain(workflow, { startFrom: 'since', changedSince: beganAt });
	const isBack = ({ name }: Change, index: number) => index >= names.length && name === names[0];
	await until('what was lost', () => received.find(isBack));
	await unpublishWorkflow(stage.session, workflow.id);
});
