import { deepStrictEqual, ok, strictEqual } from 'node:assert';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { listCredentials, testCredential } from '../host/credentials';
import { listensBeyondLoopback } from '../host/listening';
import { bindCredentials, setAuthentication, type CredentialChoice } from '../host/template';
import { isRunning, livingDescendants } from '../host/processes';
import { listWorkflows, updateWorkflow } from '../host/workflows';
import { Checklist } from './checklist';
import { startDemo, type Demo } from './demo';
import type { Endings } from './ending';
import { exampleFiles, SPREADSHEET } from './examples';
import { steps } from './report';
import { makeSpreadsheet } from './spreadsheet';

const PROJECTS = 250;

type Authentication = keyof CredentialChoice;

/** The whole demo on fresh data and free ports, asserted; the exit code. */
export async function runCheck(
	folder: string,
	tls: boolean,
	signal: AbortSignal,
	endings: Endings,
): Promise<number> {
	await mkdir(folder, { recursive: true });
	const userFolder = await mkdtemp(join(folder, 'check-'));
	const checks = new Checklist();
	for (const start of ['First start', 'Second start']) {
		console.log(`\n${start}`);
		const step = steps();
		const own = livingDescendants();
		const options = { n8nPort: 0, sandboxPort: 0, sandbox: { projects: PROJECTS, tls } };
		const demo = await startDemo({ ...options, userFolder, step, signal, onStarted: endings.add });
		step();
		await checkDemo(demo, checks);
		await checkEnding(endings, checks, own);
	}
	if (checks.failed === 0) await rm(userFolder, { recursive: true });
	else console.log(`\nn8n's data and log are kept in ${userFolder}`);
	console.log(`\n${checks.passed} passed, ${checks.failed} failed`);
	return checks.failed === 0 ? 0 : 1;
}

async function checkDemo(demo: Demo, checks: Checklist): Promise<void> {
	const { session } = demo;
	await checks.run('n8n holds one credential of each type', async () => {
		const types = (await listCredentials(session)).map(({ type }) => type);
		deepStrictEqual(types.sort(), ['collabApi', 'collabOAuth2Api']);
	});
	await checks.run('n8n holds each example once', async () => {
		strictEqual((await listWorkflows(session)).length, (await exampleFiles()).length);
	});
	await checks.run('nothing of it listens beyond this machine', async () => {
		deepStrictEqual(await listensBeyondLoopback(process.pid), []);
	});
	await checks.run('n8n and sandbox answer nothing under the name of another host', async () => {
		const urls = [demo.host.url, demo.sandbox.url];
		deepStrictEqual(await Promise.all(urls.map(statusForOthers)), [421, 421]);
	});
	await checks.run('the password of the owner is kept in the folder, for nobody else', async () => {
		const { mode } = await stat(join(demo.host.workingFolder, 'owner-password'));
		strictEqual(mode & 0o777, 0o600);
	});
	for (const authentication of ['apiKey', 'oAuth2'] as const) {
		await checks.run(`the ${authentication} credential passes its own test`, async () => {
			const { status, message } = await testCredential(session, demo.credentials[authentication]);
			deepStrictEqual({ status, message }, { status: 'OK', message });
		});
		await checks.run(`with ${authentication}, the CSV holds what the sandbox holds`, async () => {
			await checkSpreadsheet(demo, authentication);
		});
	}
}

/** Not by `fetch`, which sets the Host header itself. */
async function statusForOthers(url: string): Promise<number | undefined> {
	const [answer] = (await once(get(url, { headers: { Host: 'evil.test' } }), 'response')) as [
		IncomingMessage,
	];
	answer.resume();
	return answer.statusCode;
}

async function checkSpreadsheet(demo: Demo, authentication: Authentication): Promise<void> {
	const imported = demo.workflows.get(SPREADSHEET);
	ok(imported, `examples/${SPREADSHEET} was not imported`);
	const draft = bindCredentials(setAuthentication(imported, authentication), demo.credentials);
	const workflow = await updateWorkflow(demo.session, imported.id, {
		name: draft.name,
		nodes: draft.nodes,
		connections: draft.connections,
	});
	demo.sandbox.clearRequests();
	const { rows, path } = await makeSpreadsheet(demo, workflow);
	await rm(path);
	deepStrictEqual(byId(rows), byId(demo.sandbox.projects.all().map(asText)));
	const used = new Set(demo.sandbox.requests.map((request) => request.authentication));
	deepStrictEqual([...used], [authentication === 'apiKey' ? 'apiKey' : 'bearer']);
}

function asText(record: object): Record<string, string> {
	return Object.fromEntries(Object.entries(record).map(([field, value]) => [field, String(value)]));
}

function byId<Row extends Readonly<Record<string, string>>>(rows: readonly Row[]): Row[] {
	return [...rows].sort((a, b) => (String(a['id']) < String(b['id']) ? -1 : 1));
}

/** `own` are the processes of the tools that this program itself runs on. */
async function checkEnding(endings: Endings, checks: Checklist, own: number[]): Promise<void> {
	const running = livingDescendants().filter((pid) => !own.includes(pid));
	await checks.run('n8n ran as a process of its own', () => ok(running.length > 0));
	await endings.run();
	await checks.run('no process is left', () => {
		deepStrictEqual(running.filter(isRunning), []);
	});
}
