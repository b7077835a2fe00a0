import { deepStrictEqual, ok, strictEqual } from 'node:assert';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { listCredentials } from '../host/credentials';
import { listWorkflows } from '../host/workflows';
import { type Demo, type DemoOptions, makeSpreadsheet, startDemo, step } from './demo';
import { runProgram } from './ending';
import { exampleFiles, SPREADSHEET } from './examples';

const FOLDER = join(__dirname, '..', '..', '.demo');

type Options = Omit<DemoOptions, 'userFolder' | 'ports'>;

async function runDemo(options: Options): Promise<void> {
	const { signal } = options;
	await holdAlone();
	const demo = await startDemo({ ...options, userFolder: FOLDER, ports: [5678, 4010] });
	const workflow = demo.workflows.get(SPREADSHEET);
	if (workflow === undefined) throw new Error(`examples/${SPREADSHEET} is missing`);
	step(`Running "${workflow.name}"`);
	// The workflow is the user's to change: that it fails is shown, and no reason to stop.
	const outcome = await makeSpreadsheet(demo, workflow).then(
		({ path, rows }) => `${rows.length} projects in ${path}`,
		(error: unknown) => `It failed: ${String(error)}`,
	);
	console.log(`\n  ${outcome}\n${introduce(demo)}`);
	if (!signal.aborted) await once(signal, 'abort');
	console.log('\nStopping …');
}

function introduce({ host, sandbox, session: { owner } }: Demo): string {
	return `
  n8n        ${host.url}/home/workflows
  Login      ${owner.email}   Password: ${owner.password}
  Files      ${host.filesFolder}
  Sandbox    ${sandbox.url} (a restart brings the day's first projects back: triggers report the others as removed)
  API key    ${sandbox.apiKey}, Base URL ${sandbox.baseUrl}
  OAuth2     Client ID ${sandbox.clientId}, Client Secret ${sandbox.clientSecret}
             Authorization Server URL ${sandbox.url}, Base URL as above
  n8n log    ${host.logFile}

Ctrl-C stops everything.`;
}

/** Two n8n on one user folder would damage its database, so the second demo in a folder is refused. */
async function holdAlone(): Promise<void> {
	// Linux gives this name free when the process has ended, in whatever way.
	const lock = createServer().listen(`\0${FOLDER}`).unref();
	await once(lock, 'listening').catch(() => {
		throw new Error('The demo is running already. Stop that one first.');
	});
}

/** The whole demo on fresh data and free ports, twice on the same data; fails where it is not as it should be. */
async function runCheck(options: Options): Promise<void> {
	await mkdir(FOLDER, { recursive: true });
	const userFolder = await mkdtemp(join(FOLDER, 'check-'));
	for (const start of ['First start', 'Second start']) {
		console.log(`\n${start}; n8n's data and log are in ${userFolder}`);
		await checkDemo(await startDemo({ ...options, userFolder, ports: [0, 0] }));
		step('Ending it, which fails while something still runs');
		await options.endings.run();
	}
	await rm(userFolder, { recursive: true });
}

async function checkDemo(demo: Demo): Promise<void> {
	const { session } = demo;
	step('Checking that n8n holds one credential of each type, and each example once');
	const types = (await listCredentials(session)).map(({ type }) => type);
	deepStrictEqual(types.sort(), ['collabApi', 'collabOAuth2Api']);
	strictEqual((await listWorkflows(session)).length, (await exampleFiles()).length);
	step('Checking that the CSV holds what the sandbox holds');
	const imported = demo.workflows.get(SPREADSHEET);
	ok(imported, `examples/${SPREADSHEET} was not imported`);
	const { rows, path } = await makeSpreadsheet(demo, imported);
	await rm(path);
	deepStrictEqual(sorted(rows), sorted(demo.sandbox.projects.all()));
}

/** A CSV holds values as text only. */
const sorted = (rows: readonly object[]) => rows.map((row) => Object.entries(row).join()).sort();

const USAGE = `A real n8n with this package, connected to the sandbox service, examples included.
  --check   do it on fresh data and free ports, assert what comes out, and end
  --reload  n8n loads the package again whenever a source is saved`;

const flag = { type: 'boolean', default: false } as const;
const { values } = parseArgs({ options: { check: flag, reload: flag, help: flag } });
if (values.help) console.log(USAGE);
else
	void runProgram(async (signal, endings) => {
		const options = { reload: values.reload, signal, endings };
		await (values.check ? runCheck(options) : runDemo(options));
	});
