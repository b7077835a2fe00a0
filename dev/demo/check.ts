import { deepStrictEqual, ok, strictEqual } from 'node:assert';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { listCredentials, testCredential } from '../host/credentials';
import { bindCredentials, setAuthentication, type CredentialChoice } from '../host/template';
import { isRunning, livingDescendants } from '../host/processes';
import { listWorkflows, updateWorkflow } from '../host/workflows';
import { type Demo, startDemo } from './demo';
import type { Endings } from './ending';
import { exampleFiles, SPREADSHEET } from './examples';
import { makeSpreadsheet, steps } from './report';

const PROJECTS = 250;

type Authentication = keyof CredentialChoice;

/** The whole demo on fresh data and free ports, twice on the same data; fails where it is not as it should be. */
export async function runCheck(
	folder: string,
	tls: boolean,
	signal: AbortSignal,
	endings: Endings,
): Promise<void> {
	await mkdir(folder, { recursive: true });
	const userFolder = await mkdtemp(join(folder, 'check-'));
	for (const start of ['First start', 'Second start']) {
		console.log(`\n${start}; n8n's data and log are in ${userFolder}`);
		const step = steps();
		const own = livingDescendants();
		const options = { n8nPort: 0, sandboxPort: 0, sandbox: { projects: PROJECTS, tls } };
		const demo = await startDemo({ ...options, userFolder, step, signal, endings });
		await checkDemo(demo, step);
		step('Checking that nothing runs any more once it has ended');
		// Not the processes of the tools that this program itself runs on.
		const running = livingDescendants().filter((pid) => !own.includes(pid));
		ok(running.length > 0);
		await endings.run();
		deepStrictEqual(running.filter(isRunning), []);
		step();
	}
	await rm(userFolder, { recursive: true });
}

async function checkDemo(demo: Demo, step: (title: string) => void): Promise<void> {
	const { session } = demo;
	step('Checking that n8n holds one credential of each type, and each example once');
	const types = (await listCredentials(session)).map(({ type }) => type);
	deepStrictEqual(types.sort(), ['collabApi', 'collabOAuth2Api']);
	strictEqual((await listWorkflows(session)).length, (await exampleFiles()).length);
	for (const authentication of ['apiKey', 'oAuth2'] as const) {
		step(`Checking that the ${authentication} credential passes its own test`);
		const { status, message } = await testCredential(session, demo.credentials[authentication]);
		deepStrictEqual({ status, message }, { status: 'OK', message });
		step(`Checking that, with ${authentication}, the CSV holds what the sandbox holds`);
		await checkSpreadsheet(demo, authentication);
	}
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
