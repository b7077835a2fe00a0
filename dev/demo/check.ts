import { deepStrictEqual, ok, strictEqual } from 'node:assert';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { listCredentials } from '../host/credentials';
import { listWorkflows } from '../host/workflows';
import { type Demo, type DemoOptions, makeSpreadsheet, startDemo, step } from './demo';
import { exampleFiles, SPREADSHEET } from './examples';

/** The whole demo on fresh data and free ports, twice on the same data; fails where it is not as it should be. */
export async function runCheck(
	folder: string,
	options: Omit<DemoOptions, 'userFolder' | 'ports'>,
): Promise<void> {
	await mkdir(folder, { recursive: true });
	const userFolder = await mkdtemp(join(folder, 'check-'));
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
