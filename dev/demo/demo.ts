import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { prepareCredentials } from '../host/credentials';
import { installedIn, REPOSITORY, startN8n } from '../host/n8n';
import { endGroup, freePort, startGroup } from '../host/processes';
import { Session } from '../host/session';
import { itemsOf, type NamedWorkflow, runWorkflow } from '../host/workflows';
import { startSandbox } from '../sandbox';
import type { Endings } from './ending';
import { importExamples } from './examples';

export interface DemoOptions {
	readonly userFolder: string;
	/** The first ports to try, of n8n and the sandbox; 0 takes any free one. */
	readonly ports: readonly [number, number];
	/** Whether n8n loads the package again whenever a source is saved. */
	readonly reload: boolean;
	/** Stops starting. */
	readonly signal: AbortSignal;
	/** Gets what ends each started part, at once. */
	readonly endings: Endings;
}

export type Demo = Awaited<ReturnType<typeof startDemo>>;

export const step = (title: string) => console.log(`… ${title}`);

/** A sandbox and an n8n that are connected to each other, with the examples ready to run. */
export async function startDemo(options: DemoOptions) {
	const { userFolder, ports, reload, signal, endings } = options;
	step('Starting the sandbox service');
	const sandbox = await startSandbox({ port: await freePort(ports[1]) });
	endings.add(sandbox.close);
	step('Starting n8n');
	const environment = { N8N_DEV_RELOAD: String(reload) };
	const port = await freePort(ports[0]);
	const host = await startN8n({ userFolder, port, environment, signal });
	endings.add(host.stop);
	signal.throwIfAborted();
	if (reload) buildOnSave(userFolder, endings);
	step('Signing in and connecting the credentials');
	const session = await Session.open(host);
	const credentials = await prepareCredentials(session, sandbox);
	step('Importing the workflows of examples/');
	/** The keys are file names in examples/. */
	const workflows = await importExamples(session, credentials);
	return { host, sandbox, session, workflows };
}

/** Runs "Save projects to a spreadsheet file" as a person would in the editor, and reads the file it wrote. */
export async function makeSpreadsheet(
	{ session, host }: Pick<Demo, 'session' | 'host'>,
	workflow: NamedWorkflow,
) {
	const execution = await runWorkflow(session, workflow, 'Run by Hand');
	const [item] = itemsOf(execution, 'Save the File');
	if (execution.status !== 'success' || item === undefined) {
		const reason = execution.data.resultData.error?.message ?? 'nothing came out';
		throw new Error(`"${workflow.name}" ended as "${execution.status}": ${reason}`);
	}
	const path = join(host.workingFolder, item.json['fileName'] as string);
	const text = await readFile(path, 'utf8');
	return { path, rows: parse<Record<string, string>>(text, { columns: true, bom: true }) };
}

/** Builds on save, right into the package that this n8n has installed; n8n loads what changes there. */
function buildOnSave(userFolder: string, endings: Endings): void {
	const outDir = join(installedIn(userFolder), 'dist');
	const run = (tool: string, ...args: string[]) => {
		const env = { ...process.env, DIST: outDir };
		const command = [join(REPOSITORY, 'node_modules', '.bin', tool), ...args];
		const { pid } = startGroup(command, { cwd: REPOSITORY, env, stdio: 'inherit' });
		endings.add(async () => await endGroup(pid));
	};
	const compiling = ['--watch', '--preserveWatchOutput', '--outDir', outDir];
	run('tsc', '-p', 'tsconfig.build.json', ...compiling);
	run('gulp', '--silent', 'watch');
}
