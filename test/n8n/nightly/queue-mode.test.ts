import { setTimeout as sleep } from 'node:timers/promises';
import { Endings } from '../../../dev/demo/ending';
import type { Host } from '../../../dev/host/n8n';
import { chain, node, OFTEN } from '../../../dev/host/template';
import { until } from '../../../dev/host/waiting';
import {
	type ExecutionSummary,
	listExecutions,
	publishWorkflow,
	readExecution,
	updateWorkflow,
	type Workflow,
} from '../../../dev/host/workflows';
import { scriptedServers } from '../../engine/harness/scriptedServer';
import { errorOf, type Row, type Stage } from '../stage';
import { openQueueMode, WORKERS } from './queueMode';

const PROJECTS = 5_000;
const POLL_EVERY_MS = 2_000;

const serve = scriptedServers();
const endings = new Endings();
let stage: Stage;
let workers: ReadonlyMap<string, Host>;

beforeAll(async () => void ({ stage, workers } = await openQueueMode(PROJECTS, endings)));
afterAll(async () => await endings.run());
beforeEach(() => stage.sandbox.clearRequests());

const set = (name: string, values: Record<string, string>, more = {}) => {
	const assignments = Object.entries(values).map(([id, expression]) => {
		return { id, name: id, type: 'string', value: `={{ ${expression} }}` };
	});
	const parameters = { includeOtherFields: true, assignments: { assignments } };
	return node(name, 'n8n-nodes-base.set', parameters, { typeVersion: 3.4, ...more });
};

describe('two runs at once, on both workers', () => {
	beforeAll(async () => {
		const webhook = { path: 'count', responseMode: 'lastNode', responseData: 'allEntries' };
		const all = { authentication: 'oAuth2', returnAll: true };
		const different = `new Set($('Collab').all().map((item) => item.json.id)).size`;
		const counted = { projects: `$('Collab').all().length`, different, worker: '$env.WORKER' };
		await stage.publish(
			chain('Count on request', [
				node('Webhook', 'n8n-nodes-base.webhook', webhook, { typeVersion: 2 }),
				node('Collab', 'n8n-nodes-collab.collab', all),
				set('Count', counted, { executeOnce: true }),
			]),
		);
	});

	const twoRuns = async () => await Promise.all(WORKERS.map(async () => await stage.ask('count')));

	/** All projects, each once, in both runs; one refresh, which succeeded. */
	function expectAllWell(runs: Row[][]): void {
		const counts = runs.flat();
		const all = { projects: String(PROJECTS), different: String(PROJECTS) };
		expect(counts).toMatchObject([all, all]);
		expect(counts.map(({ worker }) => worker).sort()).toEqual(WORKERS);
		expect(stage.statusesAt('/oauth/token')).toEqual([200]);
	}

	it('refresh a token that expired before them once, and succeed', async () => {
		stage.sandbox.expireAccessTokens();
		expectAllWell(await twoRuns());
	});

	it('refresh a token that expires under them once, and succeed', async () => {
		stage.sandbox.configure({ latencyMs: 300 });
		const running = twoRuns();
		while (stage.statusesAt('/v1/projects').length < 10) await sleep(5);
		stage.sandbox.expireAccessTokens();
		expectAllWell(await running);
		stage.sandbox.configure({ latencyMs: 0 });
		expect(stage.statusesAt('/v1/projects')).toContain(401);
	});
});

describe('the trigger', () => {
	/** Publishes a workflow that posts every change, with who executed it; `onPost` answers, or does not. */
	async function watch(onPost: (change: Row, answer: () => void) => void): Promise<Workflow> {
		const { url } = await serve((response, { body }) =>
			onPost(JSON.parse(body) as Row, () => response.end('{}')),
		);
		const events = { events: ['created', 'updated'], pollTimes: OFTEN };
		const jsonBody = '={{ JSON.stringify($json) }}';
		const post = { method: 'POST', url, sendBody: true, specifyBody: 'json', jsonBody };
		return await stage.publish(
			chain('Watch and post', [
				node('Collab Trigger', 'n8n-nodes-collab.collabTrigger', events),
				set('Where', { worker: '$env.WORKER' }),
				node('Post', 'n8n-nodes-base.httpRequest', post, { typeVersion: 4.2 }),
			]),
		);
	}

	/** So many polls that found nothing. */
	async function quiet(polls: number): Promise<void> {
		stage.sandbox.clearRequests();
		await until(`${polls} polls`, () => stage.sandbox.requests[polls - 1]);
	}

	/** Halts the main instance for some poll intervals; returns how many requests the service gets meanwhile. */
	async function requestsWithoutMain(intervals: number): Promise<number> {
		const { processId } = stage.host;
		process.kill(-processId, 'SIGSTOP');
		try {
			stage.sandbox.clearRequests();
			await sleep(intervals * POLL_EVERY_MS);
			return stage.sandbox.requests.length;
		} finally {
			process.kill(-processId, 'SIGCONT');
		}
	}

	it('polls on the main instance alone, and what it starts is spread over the workers', async () => {
		const received: Row[] = [];
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
		const names = Array.from({ length: 4 }, (_name, number) => `Project ${number}`);
		for (const name of names) {
			stage.sandbox.projects.create({ name });
			await until(name, () => received.find((change) => change['name'] === name));
		}
		await quiet(2);
		expect(received.map((change) => change['name'])).toEqual(names);
		expect([...new Set(received.map((change) => change['worker']))].sort()).toEqual(WORKERS);
		await stage.unpublish(workflow);
	});

	it('loses the items of an execution whose worker is killed; from Changed Since on, they are delivered again', async () => {
		const beganAt = new Date().toISOString();
		const received: Row[] = [];
		const workflow = await watch((change, answer) => {
			received.push(change);
			const worker = workers.get(String(change['worker']));
			// At once, with all that it started.
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
		await quiet(2);
		expect(received).toMatchObject([{ name: 'Before the kill' }, { name: 'After the kill' }]);
		const killed = await readExecution(stage.session, id);
		expect(errorOf(killed)).toMatch(/failed to be processed too many times/);
		expect(killed.data.resultData.runData).toEqual({});
		const retried = await stage.session.post<ExecutionSummary>(`/executions/${id}/retry`, {});
		expect(retried.status).toBe('error');

		const [trigger, ...others] = workflow.nodes;
		if (trigger?.name !== 'Collab Trigger') throw new Error('The trigger is not the first node');
		const since = { ...trigger.parameters, startFrom: 'since', changedSince: beganAt };
		const nodes = [{ ...trigger, parameters: since }, ...others];
		const changed = await updateWorkflow(stage.session, workflow.id, { ...workflow, nodes });
		await publishWorkflow(stage.session, changed);
		await until('what was lost', () =>
			received.slice(2).find((change) => change['name'] === 'Before the kill'),
		);
		await stage.unpublish(workflow);
	});
});
