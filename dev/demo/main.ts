import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runCheck } from './check';
import { type Demo, type DemoOptions, makeSpreadsheet, startDemo, step } from './demo';
import { runProgram } from './ending';
import { SPREADSHEET } from './examples';

const FOLDER = join(__dirname, '..', '..', '.demo');

async function runDemo(options: Omit<DemoOptions, 'userFolder' | 'ports'>): Promise<void> {
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

const USAGE = `A real n8n with this package, connected to the sandbox service, examples included.
  --check   do it on fresh data and free ports, assert what comes out, and end
  --reload  n8n loads the package again whenever a source is saved`;

const flag = { type: 'boolean', default: false } as const;
const { values } = parseArgs({ options: { check: flag, reload: flag, help: flag } });
if (values.help) console.log(USAGE);
else
	void runProgram(async (signal, endings) => {
		const options = { reload: values.reload, signal, endings };
		await (values.check ? runCheck(FOLDER, options) : runDemo(options));
	});
