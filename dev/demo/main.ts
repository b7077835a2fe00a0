import { once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isRunning } from '../host/processes';
import { runCheck } from './check';
import { type Demo, type DemoOptions, makeSpreadsheet, startDemo, step } from './demo';
import { Endings, listenForEnding } from './ending';
import { SPREADSHEET } from './examples';

const FOLDER = join(__dirname, '..', '..', '.demo');
/** As shells have it: 128 and the number of SIGINT. */
const EXIT_WHEN_INTERRUPTED = 130;

async function runDemo(options: Omit<DemoOptions, 'userFolder' | 'ports'>): Promise<void> {
	const { signal, endings } = options;
	endings.add(await holdAlone());
	const demo = await startDemo({ ...options, userFolder: FOLDER, ports: [5678, 4010] });
	const workflow = demo.workflows.get(SPREADSHEET);
	if (workflow === undefined) throw new Error(`examples/${SPREADSHEET} is missing`);
	step(`Running "${workflow.name}"`);
	// The workflow is the user's to change: that it fails is shown, and no reason to stop.
	const outcome = await makeSpreadsheet(demo, workflow).then(
		({ path, rows }) => `${rows.length} projects in ${path}`,
		(error: unknown) => `It failed: ${messageOf(error)}`,
	);
	demo.sandbox.configure({ changesPerSecond: 0.05 });
	console.log(`\n  ${outcome}\n${introduce(demo)}`);
	if (!signal.aborted) await once(signal, 'abort');
	console.log('\nStopping …');
}

function introduce({ host, sandbox, owner, workflows }: Demo): string {
	const names = [...workflows.values()].map(({ name }) => `\n    ${name}`).join('');
	return `
  n8n        ${host.url}
  Login      ${owner.email}   Password: ${owner.password}
  Workflows  ${names}
  Files      ${host.filesFolder}
  Sandbox    ${sandbox.url} (its projects change now and then)
  n8n log    ${host.logFile}

Ctrl-C stops everything.`;
}

/** Two n8n on one user folder would damage its database, so the second demo in a folder is refused. */
async function holdAlone(): Promise<() => Promise<void>> {
	await mkdir(FOLDER, { recursive: true });
	const file = join(FOLDER, 'demo.pid');
	const owner = Number(await readFile(file, 'utf8').catch(() => '0'));
	if (owner > 0 && isRunning(owner)) {
		throw new Error(`The demo is running already, as process ${owner}. Stop that one first.`);
	}
	await writeFile(file, String(process.pid));
	return async () => await rm(file, { force: true });
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

const USAGE = `A real n8n with this package, connected to the sandbox service, examples included.
  --check   do it on fresh data and free ports, assert what comes out, and end
  --tls     the sandbox speaks https, with a certificate that this n8n trusts`;

async function run(): Promise<void> {
	const flag = { type: 'boolean', default: false } as const;
	const { values } = parseArgs({ options: { check: flag, tls: flag, help: flag } });
	if (values.help) return console.log(USAGE);
	const signal = listenForEnding();
	const endings = new Endings();
	try {
		const options = { tls: values.tls, signal, endings };
		await (values.check ? runCheck(FOLDER, options) : runDemo(options));
	} catch (error) {
		if (!signal.aborted) console.error('\n', values.check ? error : messageOf(error));
		process.exitCode = signal.aborted ? EXIT_WHEN_INTERRUPTED : 1;
	} finally {
		await endings.run();
	}
}

run().catch((error: unknown) => {
	console.error(messageOf(error));
	process.exitCode = 1;
});
