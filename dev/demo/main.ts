import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { isRunning } from '../host/processes';
import { runCheck } from './check';
import { startDemo } from './demo';
import { Endings, listenForEnding, untilAborted } from './ending';
import { SPREADSHEET } from './examples';
import { introduce, describeSpreadsheet, steps } from './report';
import { makeSpreadsheet } from './spreadsheet';

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
		onStarted: endings.add,
	});
	const workflow = demo.workflows.get(SPREADSHEET);
	if (workflow === undefined) throw new Error(`examples/${SPREADSHEET} is missing`);
	step(`Running "${workflow.name}"`);
	const outcome = await makeSpreadsheet(demo, workflow).then(describeSpreadsheet, describeFailure);
	step();
	demo.sandbox.configure({ changesPerSecond: CHANGES_PER_SECOND });
	console.log(outcome);
	console.log(introduce(demo));
	await untilAborted(signal);
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

/** The workflow is the user's to change: that it fails is shown, and no reason to stop. */
function describeFailure(error: unknown): string {
	return `\n  It failed: ${messageOf(error)}`;
}

function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}

async function run({ check, tls = false }: { check?: true; tls?: boolean }): Promise<void> {
	const signal = listenForEnding();
	const endings = new Endings();
	try {
		if (check) await runCheck(FOLDER, tls, signal, endings);
		else await runDemo(tls, signal, endings);
	} catch (error) {
		if (!signal.aborted) console.error('\n', check ? error : messageOf(error));
		process.exitCode = signal.aborted ? EXIT_WHEN_INTERRUPTED : 1;
	} finally {
		await endings.run();
	}
}

void new Command('npm start --')
	.description('A real n8n with this package, connected to the sandbox service, examples included.')
	.option('--check', 'do it on fresh data and free ports, assert what comes out, and end')
	.option(
		'--tls',
		'the sandbox speaks https, with a certificate of an authority that this n8n trusts',
	)
	.action(run)
	.parseAsync();
