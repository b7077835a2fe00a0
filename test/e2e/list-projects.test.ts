import { expect, test } from './fixtures';
import { NodeView } from './pages';
import { takePicture } from './pictures';

/** They are not taken from the product, so that a change shows. */
const FIELDS =
	'completed_task_count created_at end_date id name owner_id start_date status task_count updated_at';

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
	expect(fields.sort().join(' ')).toBe(FIELDS);
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
	const columns = Object.keys(rows[0] ?? {}).sort();
	expect(columns.join(' ')).toBe(FIELDS);
	await node.credential.scrollIntoViewIfNeeded();
	await takePicture('editor', page, node.view);
});
