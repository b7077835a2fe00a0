import { once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isRunning } from '../host/processes';
import { runCheck } from './check';
import { startDemo } from './demo';
import { Endings, listenForEnding } from './ending';
import { SPREADSHEET } from './examples';
import { describeSpreadsheet, introduce, makeSpreadsheet, steps } from './report';

const FOLDER = join(__dirname, '..', '..', '.demo');
const N8N_PORT = 5678;
const SANDBOX_PORT = 4010;
const PROJECTS = 250;
const CHANGES_PER_SECOND = 0.05;
/** As shells have it: 128 and the number of SIGINT. */
const EXIT_WHEN_INTERRUPTED = 130;

async function runDemo(tls: boolean, signal: AbortSignal, endings: Endings): Promise<void> {
	endings.add(await holdAlone());
	const step = steps();
	const demo = await startDemo({
		userFolder: FOLDER,
		n8nPort: N8N_PORT,
		sandboxPort: SANDBOX_PORT,
		sandbox: { projects: PROJECTS, tls },
		step,
		signal,
		endings,
	});
	const workflow = demo.workflows.get(SPREADSHEET);
	if (workflow === undefined) throw new Error(`examples/${SPREADSHEET} is missing`);
	step(`Running "${workflow.name}"`);
	// The workflow is the user's to change: that it fails is shown, and no reason to stop.
	const outcome = await makeSpreadsheet(demo, workflow).then(
		describeSpreadsheet,
		(error: unknown) => `\n  It failed: ${messageOf(error)}`,
	);
	step();
	demo.sandbox.configure({ changesPerSecond: CHANGES_PER_SECOND });
	console.log(`${outcome}\n${introduce(demo)}`);
	if (!signal.aborted) await once(signal, 'abort');
	console.log('\nStopping …');
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
		if (values.check) await runCheck(FOLDER, values.tls, signal, endings);
		else await runDemo(values.tls, signal, endings);
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
