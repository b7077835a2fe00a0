import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { prepareCredentials } from '../../../dev/demo/credentials';
import { itemsOf, listExecutions, readExecution, untilEnded } from '../../../dev/host/executions';
import { type Host, startN8n } from '../../../dev/host/n8n';
import { freePort } from '../../../dev/host/ports';
import { EVERY_FIVE_SECONDS } from '../../../dev/host/pollTimes';
import { Session } from '../../../dev/host/session';
import { bindCredentials } from '../../../dev/host/template';
import { createWorkflow, publishWorkflow, type Workflow } from '../../../dev/host/workflows';
import { type Sandbox, startSandbox } from '../../../dev/sandbox';
import { OWNER } from '../../owner';

const PACKAGE_FOLDER = join(__dirname, '..', '..', '..');

const WATCHER = {
	name: 'Watch projects',
	nodes: [
		{
			id: '1f0a1c5e-0000-4000-8000-000000000001',
			name: 'Collab Trigger',
			type: 'n8n-nodes-collab.collabTrigger',
			typeVersion: 1,
			position: [0, 0],
			parameters: {
				authentication: 'apiKey',
				events: ['created', 'updated', 'archived'],
				pollTimes: EVERY_FIVE_SECONDS,
			},
		},
	],
	connections: {},
	settings: {},
};

/** n8n's own timers, and its scheduler that keeps times and places in the database. */
const SCHEDULERS: Record<string, Record<string, string>> = {
	ordinary: {},
	durable: {
		N8N_SCHEDULER_ENABLED: 'true',
		N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
		N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
	},
};

let environment: Record<string, string>;
let userFolder: string;
let n8nPort: number;
let sandbox: Sandbox;
let host: Host;
let session: Session;
let workflow: Workflow;

async function openSandbox(): Promise<void> {
	const redirectUris = [`http://127.0.0.1:${n8nPort}/rest/oauth2-credential/callback`];
	sandbox = await startSandbox({ projects: 20, seed: 11, redirectUris });
}

async function openN8n(): Promise<void> {
	const packageFolder = PACKAGE_FOLDER;
	host = await startN8n({ userFolder, packageFolder, port: n8nPort, environment });
	session = await Session.open(host.url, OWNER);
}

/** What was delivered to the workflow, one list for each execution, oldest first. */
async function delivered(): Promise<string[][]> {
	const summaries = (await listExecutions(session, workflow.id)).toReversed();
	const executions = await Promise.all(
		summaries.map(async ({ id }) => await untilEnded(session, id)),
	);
	return executions
		.filter(({ status }) => status === 'success')
		.map((execution) =>
			itemsOf(execution, 'Collab Trigger').map(
				({ json }) => `${String(json['event'])} ${String(json['name'])}`,
			),
		);
}

async function until<T>(what: string, find: () => Promise<T | undefined>): Promise<T> {
	for (let attempt = 0; attempt < 300; attempt++) {
		const found = await find();
		if (found !== undefined) return found;
		await sleep(200);
	}
	throw new Error(`Waited for ${what}. n8n's log:\n${await readFile(host.logFile, 'utf8')}`);
}

const toldTimes = async (count: number) =>
	await until(`execution ${count}`, async () => {
		const lists = await delivered();
		return lists.length >= count ? lists : undefined;
	});

/** Two polls without anything new: what was to be delivered has been delivered. */
async function quiet(): Promise<void> {
	sandbox.clearRequests();
	await until('two polls', async () => await Promise.resolve(sandbox.requests[1]));
}

describe.each(Object.keys(SCHEDULERS))('with the %s scheduler', (scheduler) => {
	beforeAll(async () => {
		environment = SCHEDULERS[scheduler] ?? {};
		userFolder = await mkdtemp(join(tmpdir(), 'collab-restarts-'));
		n8nPort = await freePort();
		await Promise.all([openSandbox(), openN8n()]);
		const credentials = await prepareCredentials(session, sandbox);
		workflow = await createWorkflow(session, bindCredentials(WATCHER, credentials));
		await publishWorkflow(session, workflow);
		// The durable scheduler forgets what publishing noted: watching begins with its first poll.
		await quiet();
	});
	afterAll(async () => {
		await host.stop();
		await sandbox.close();
		await rm(userFolder, { recursive: true, force: true });
	});

	it('a published workflow gets exactly what changed', async () => {
		const [known] = sandbox.projects.all();
		sandbox.projects.archive(known?.id ?? '');
		sandbox.projects.create({ name: 'Created while watched' });
		await toldTimes(1);
		await quiet();
		expect((await delivered()).flat().sort()).toEqual([
			`archived ${known?.name}`,
			'created Created while watched',
		]);
	});

	it('what changed while n8n was down is delivered when it is back, and nothing else', async () => {
		const before = await delivered();
		await host.stop();
		sandbox.projects.create({ name: 'Created while n8n was down' });
		await openN8n();
		await toldTimes(before.length + 1);
		await quiet();
		expect((await delivered()).slice(before.length)).toEqual([
			['created Created while n8n was down'],
		]);
	});

	it('a service that is down while n8n starts does not end the trigger', async () => {
		const before = await delivered();
		await host.stop();
		await sandbox.stopListening();
		await openN8n();
		await until('a poll that failed', async () => {
			const [latest] = await listExecutions(session, workflow.id);
			return latest?.status === 'error' ? latest : undefined;
		});
		await sandbox.listenAgain();
		await quiet();
		sandbox.projects.create({ name: 'Created after the service came back' });
		await toldTimes(before.length + 1);
		await quiet();
		expect((await delivered()).slice(before.length)).toEqual([
			['created Created after the service came back'],
		]);
		const failed = (await listExecutions(session, workflow.id)).find(
			({ status }) => status === 'error',
		);
		const { data } = await readExecution(session, failed?.id ?? '');
		expect(data.resultData.error?.message).toMatch(/refused the connection/);
	});
});
