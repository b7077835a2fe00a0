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

test('names and filter values that are HTML are shown as they are', async ({
	page,
	editor,
	sandbox,
}) => {
	const asked: string[] = [];
	page.on('request', (request) => void asked.push(request.url()));
	const name = '<img src="http://127.0.0.1:9/name"><a href="http://127.0.0.1:9/">Offer</a>';
	sandbox.projects.create({ name, owner_id: 'usr_html' });
	const node = await editor.addCollab('List projects');
	await node.chooseCredential('Collab sandbox (OAuth2)');
	await node.addFilter('Owner IDs');
	const shown = page.getByText(`for example ${JSON.stringify(name)}`);
	// While they load, a press does not open the list.
	await shown.waitFor({ state: 'attached' });
	const list = node.view.getByTestId('parameter-input-ownerIds');
	await list.locator('.el-select__caret').click({ force: true });
	await shown.waitFor();
	await page.keyboard.press('Escape');
	await node.addFilter('Name Contains');
	await node.view
		.getByTestId('parameter-input-nameContains')
		.getByRole('textbox')
		.fill(`no ${name}`);
	await node.execute();
	await node.output.getByText(`Looked for: Name Contains 'no ${name}'.`).waitFor();
	expect(asked.filter((address) => address.includes('127.0.0.1:9/'))).toEqual([]);
	await expect(page.locator('[src*=":9/"], [href*=":9/"]')).toHaveCount(0);
});
