import { setTimeout as sleep } from 'node:timers/promises';
import { Endings } from '../../../dev/demo/ending';
import type { Host } from '../../../dev/host/n8n';
import { chain, node, OFTEN, POLL_EVERY_MS } from '../../../dev/host/template';
import { until } from '../../../dev/host/waiting';
import {
	type ExecutionSummary,
	listExecutions,
	publishWorkflow,
	readExecution,
	type Workflow,
} from '../../../dev/host/workflows';
import { scriptedServers } from '../../engine/harness/scriptedServer';
import { errorOf, type Row, type Stage } from '../stage';
import { openQueueMode, WORKERS } from './queueMode';

const PROJECTS = 5_000;

const serve = scriptedServers();
const endings = new Endings();
let stage: Stage;
let workers: ReadonlyMap<string, Host>;

beforeAll(async () => void ({ stage, workers } = await openQueueMode(PROJECTS, endings)));
afterAll(async () => await endings.run());
beforeEach(() => stage.sandbox.clearRequests());

it('two runs at once, on both workers, list all; a token that expires under them is refreshed once', async () => {
	const webhook = { path: 'count', httpMethod: 'POST', responseMode: 'lastNode' };
	const jsonOutput = `={{ {
		projects: $('Collab').all().length,
		different: new Set($('Collab').all().map((item) => item.json.id)).size,
		worker: $env.WORKER,
	} }}`;
	const once = { typeVersion: 3.4, executeOnce: true };
	await stage.publish(
		chain('Count on request', [
			node('Webhook', 'n8n-nodes-base.webhook', webhook, { typeVersion: 2 }),
			node('Collab', 'n8n-nodes-collab.collab', { authentication: 'oAuth2', returnAll: true }),
			node('Count', 'n8n-nodes-base.set', { mode: 'raw', jsonOutput }, once),
		]),
	);
	stage.sandbox.configure({ latencyMs: 300 });
	const running = Promise.all(WORKERS.map(async () => await stage.ask<Row>('count')));
	while (stage.statusesAt('/v1/projects').length < 10) await sleep(5);
	stage.sandbox.expireAccessTokens();
	const counts = await running;
	stage.sandbox.configure({ latencyMs: 0 });
	const all = { projects: PROJECTS, different: PROJECTS };
	expect(counts).toMatchObject([all, all]);
	expect(counts.map(({ worker }) => worker).sort()).toEqual(WORKERS);
	expect(stage.statusesAt('/v1/projects')).toContain(401);
	expect(stage.statusesAt('/oauth/token')).toEqual([200]);
});

describe('the trigger', () => {
	interface Change {
		readonly name: string;
		readonly worker: string;
	}
	let received: Change[];
	beforeEach(() => (received = []));

	/** Publishes a workflow that posts the name of every change, and who executed it; `onPost` answers, or does not. */
	async function watch(onPost: (change: Change, answer: () => void) => void): Promise<Workflow> {
		const { url } = await serve((response, { body }) => {
			const change = JSON.parse(body) as Change;
			received.push(change);
			onPost(change, () => response.end('{}'));
		});
		const events = { events: ['created', 'updated'], pollTimes: OFTEN };
		const jsonBody = '={{ { name: $json.name, worker: $env.WORKER } }}';
		const post = { method: 'POST', url, sendBody: true, specifyBody: 'json', jsonBody };
		return await stage.publish(
			chain('Watch and post', [
				node('Collab Trigger', 'n8n-nodes-collab.collabTrigger', events),
				node('Post', 'n8n-nodes-base.httpRequest', post, { typeVersion: 4.2 }),
			]),
		);
	}

	const names = () => received.map(({ name }) => name);

	it('polls on the main instance alone, and what it starts is spread over the workers', async () => {
		const held: Array<() => void> = [];
		const workflow = await watch((_change, answer) => {
			// A worker is busy with the first execution until the second has begun.
			if (received.length === 1) held.push(answer);
			else [...held.splice(0), answer].forEach((end) => end());
		});
		await stage.polls(2);
		const { processId } = stage.host;
		process.kill(-processId, 'SIGSTOP');
		stage.sandbox.clearRequests();
		await sleep(3 * POLL_EVERY_MS);
		const polls = stage.sandbox.requests.length;
		process.kill(-processId, 'SIGCONT');
		// One may have been under way; from a worker there would be one for each interval.
		expect(polls).toBeLessThanOrEqual(1);
		const created = ['A', 'B', 'C', 'D'];
		for (const name of created) {
			stage.sandbox.projects.create({ name });
			await until(name, () => names().find((one) => one === name));
		}
		await stage.polls(1);
		expect(names()).toEqual(created);
		expect([...new Set(received.map(({ worker }) => worker))].sort()).toEqual(WORKERS);
		await stage.unpublish(workflow);
	});

	it('loses the items of an execution whose worker is killed; from Changed Since on, they are delivered again', async () => {
		const changedSince = new Date().toISOString();
		const workflow = await watch((change, answer) => {
			const worker = workers.get(change.worker);
			if (received.length === 1 && worker) process.kill(-worker.processId, 'SIGKILL');
			else answer();
		});
		stage.sandbox.projects.create({ name: 'Before the kill' });
		await until('the kill', () => received[0]);
		stage.sandbox.projects.create({ name: 'After the kill' });
		const { id } = await until('the end of what was killed', async () => {
			const executions = await listExecutions(stage.session, workflow.id);
			return executions.find(({ status }) => status === 'error');
		});
		await stage.polls(1);
		expect(names()).toEqual(['Before the kill', 'After the kill']);
		const killed = await readExecution(stage.session, id);
		expect(errorOf(killed)).toMatch(/failed to be processed too many times/);
		expect(killed.data.resultData.runData).toEqual({});
		const retried = await stage.session.post<ExecutionSummary>(`/executions/${id}/retry`, {});
		expect(retried.status).toBe('error');

		const nodes = workflow.nodes.map((one) => {
			if (one.name !== 'Collab Trigger') return one;
			return { ...one, parameters: { ...one.parameters, startFrom: 'since', changedSince } };
		});
		const at = `/workflows/${workflow.id}`;
		const changed = await stage.session.patch<Workflow>(at, { ...workflow, nodes });
		await publishWorkflow(stage.session, changed);
		await until('what was lost', () =>
			names()
				.slice(2)
				.find((name) => name === 'Before the kill'),
		);
		await stage.unpublish(workflow);
	});
});
