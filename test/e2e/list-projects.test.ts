import { expect, test } from './fixtures';
import { NodeView } from './pages';
import { takePicture } from './pictures';

/** They are not taken from the product, so that a change shows. */
const DATES = ['start_date', 'end_date', 'created_at', 'updated_at'];
const SIMPLIFIED_FIELDS = [
	'id',
	'name',
	'status',
	'owner_id',
	'task_count',
	'completed_task_count',
];

test('projects are listed: the fields are known before the first run, the rows stand in the table after it', async ({
	page,
	editor,
	sandbox,
}) => {
	const added = await editor.addCollab('List projects');
	await added.chooseCredential('Collab sandbox (OAuth2)');
	await added.close();

	await editor.node('List projects').getByTestId('canvas-handle-plus').click();
	await page.getByTestId('node-creator-search-bar').fill('Edit Fields (Set)');
	await editor.found('Edit Fields (Set)').click();
	const next = new NodeView(page);
	const input = next.view.getByTestId('ndv-input-panel');
	await input.getByTestId('schema-preview-warning').waitFor();
	const fields = await input.getByTestId('run-data-schema-node-name').allInnerTexts();
	expect(fields.sort()).toEqual([...SIMPLIFIED_FIELDS, ...DATES].sort());
	await next.close();

	const node = await editor.open('List projects');
	await node.turnOn('returnAll');
	await node.execute();
	const { projects } = sandbox;
	await node.untilOutputHas(`${projects.size} items`);
	const rows = await node.rows();
	const newest = projects.sorted({ status: 'all', sortBy: 'updated_at', order: 'desc' });
	// The editor shows 25 rows.
	expect(rows.map(({ id }) => id)).toEqual(newest.slice(0, 25).map(({ id }) => id));
	expect(Object.keys(rows[0] ?? {})).toEqual(
		expect.arrayContaining([...SIMPLIFIED_FIELDS, ...DATES]),
	);

	await node.choose('status', 'Active');
	await node.choose('output', 'Selected Fields');
	await node.choose('fields', 'End Date');
	await node.execute();
	const activeOnes = projects.all().filter(({ status }) => status === 'active');
	await node.untilOutputHas(`${activeOnes.length} items`);
	const active = await node.rows();
	expect(new Set(active.map(({ status }) => status))).toEqual(new Set(['active']));
	expect(Object.keys(active[0] ?? {}).join()).toBe('id,name,status,updated_at,end_date');
	await node.credential.scrollIntoViewIfNeeded();
	// The picture shows more of the output and less of the input.
	const handle = node.view.getByTestId('panel-drag-button');
	await handle.hover();
	await page.mouse.down();
	await handle.hover({ position: { x: -130, y: 5 }, force: true });
	await page.mouse.up();
	await takePicture('editor', page, node.view);
});
