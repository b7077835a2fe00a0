import { join } from 'node:path';
import type { Sandbox } from '../../dev/sandbox';
import { SIMPLIFIED_FIELDS } from '../simplifiedFields';
import { expect, test } from './fixtures';
import { takePicture } from './pictures';

test.use({ isConnected: true });

const SPREADSHEET = join(
	__dirname,
	'..',
	'..',
	'examples',
	'save-projects-to-spreadsheet-file.json',
);
const STEPS = ['Run by Hand', 'List Projects', 'No Formulas', 'Make a CSV File', 'Save the File'];

/** So many rows the editor shows at once. */
const ROWS_SHOWN = 25;

function newestFirst(sandbox: Sandbox): string[] {
	return [...sandbox.projects.all()]
		.sort((a, b) => (a.updated_at < b.updated_at ? 1 : -1))
		.map(({ name }) => name);
}

function activeCount(sandbox: Sandbox): number {
	return sandbox.projects.all().filter(({ status }) => status === 'active').length;
}

test('projects are listed: the fields are known before the first run, the rows stand in the table after it', async ({
	page,
	editor,
	sandbox,
}) => {
	const added = await editor.addCollab('List projects');
	await added.chooseCredential('Collab sandbox (OAuth2)');
	await added.close();

	const next = await editor.addStepAfter('List projects', 'edit fields', 'Edit Fields (Set)');
	expect(new Set(await next.previewedInputFields())).toEqual(new Set(SIMPLIFIED_FIELDS));
	await next.close();

	const node = await editor.open('List projects');
	await node.turnOn('returnAll');
	await node.execute();
	await node.untilOutputHas(`${sandbox.projects.all().length} items`);
	const rows = await node.rows();
	expect(rows.map(({ name }) => name)).toEqual(newestFirst(sandbox).slice(0, ROWS_SHOWN));
	expect(Object.keys(rows[0] ?? {})).toEqual(expect.arrayContaining(SIMPLIFIED_FIELDS));

	await node.choose('status', 'Active');
	await node.choose('output', 'Selected Fields');
	await node.choose('fields', 'End Date');
	await node.execute();
	await node.untilOutputHas(`${activeCount(sandbox)} items`);
	const active = await node.rows();
	expect(new Set(active.map(({ status }) => status))).toEqual(new Set(['active']));
	const columns = ['id', 'name', 'status', 'updated_at', 'end_date'];
	expect(Object.keys(active[0] ?? {})).toEqual(columns);
	await node.scrollToFirstParameter();
	await node.moveParametersLeftBy(145);
	await takePicture('editor', page, { part: node.view });
});

test('the example fills a spreadsheet file: imported, run, every step ticked', async ({
	page,
	editor,
}) => {
	await editor.importFile(SPREADSHEET);
	const node = await editor.open('List Projects');
	await node.chooseCredential('Collab sandbox (OAuth2)');
	await node.close();
	await editor.executeFrom('Run by Hand');
	for (const step of STEPS) {
		await editor.untilTicked(step);
	}
	await editor.letGo();
	await takePicture('workflow', page);
});
