/** What a new user does after reading the README, from an empty canvas to a message in a chat. */
import type { Sandbox } from '../../dev/sandbox';
import { answer, scriptedServer, type ScriptedServer } from '../engine/harness/scriptedServer';
import { expect, test } from './fixtures';
import type { Editor } from './pages/editor';
import type { NodeView } from './pages/nodeView';
import { SandboxPage } from './pages/sandboxPage';

/** n8n lets no trigger poll more often than once a minute. */
const POLLED_WITHIN_MS = 150_000;
const MS_PER_DAY = 86_400_000;

const dateIn = (days: number) =>
	new Date(Date.now() + days * MS_PER_DAY).toISOString().slice(0, 10);

/** Takes messages at an address of its own, as chats with incoming webhooks do. */
const startChat = async () => await scriptedServer((response) => answer(response, 200));

const messagesIn = (chat: ScriptedServer) =>
	chat.requests.map(({ body }) => JSON.parse(body) as unknown);

async function untilRequested(server: ScriptedServer | Sandbox): Promise<void> {
	await expect.poll(() => server.requests.length, { timeout: POLLED_WITHIN_MS }).toBeGreaterThan(0);
}

async function connect(trigger: NodeView, { baseUrl, apiKey }: Sandbox): Promise<void> {
	const dialog = await trigger.createCredential();
	await dialog.chooseKind('API Key');
	await dialog.name('Collab (first workflow)');
	await dialog.fill({ baseUrl, apiKey });
	await dialog.save();
	await dialog.untilClosed();
}

interface Setup {
	readonly owner: string;
	readonly sandbox: Sandbox;
	readonly chat: ScriptedServer;
}

/** Starts when a project of this owner becomes overdue, and posts its name to the chat. */
async function buildWorkflow(editor: Editor, { owner, sandbox, chat }: Setup): Promise<void> {
	const trigger = await editor.addCollab('Project became overdue', 'Triggers');
	await connect(trigger, sandbox);
	await trigger.add('filter', 'Owner IDs');
	await trigger.enter('ownerIds', owner);
	await trigger.execute();
	await trigger.untilOutputHas('1 item');
	await trigger.close();

	const panel = await editor.addStepAfter('Collab Trigger');
	await panel.search('HTTP Request');
	await panel.addNode('HTTP Request');
	const post = await editor.openedNode();
	await post.choose('method', 'POST');
	await post.enter('url', chat.url);
	await post.turnOn('sendBody');
	await post.enter('name', 'text');
	const text = '{{ $json.name }} is overdue since {{ $json.end_date }}';
	await post.enterExpression('value', text, 'is overdue since');
	await post.execute();
	await untilRequested(chat);
	expect(messagesIn(chat)).toEqual([
		{ text: expect.stringMatching(/^\S.* is overdue since \d{4}-\d\d-\d\d$/) as unknown },
	]);
	chat.requests.length = 0;
	await post.close();
}

test('a message comes to the chat when a project of that owner becomes overdue, and for no other project', async ({
	page,
	editor,
	sandbox,
}) => {
	const chat = await startChat();
	const sandboxPage = new SandboxPage(await page.context().newPage(), sandbox.url);
	await sandboxPage.open();
	const inTime = { 'End date': dateIn(30) };
	await sandboxPage.createProject({ Name: 'Harbour festival', 'Owner ID': 'usr_ada', ...inTime });
	await sandboxPage.untilShown('Harbour festival created.');
	await sandboxPage.createProject({ Name: 'Night market', 'Owner ID': 'usr_ben', ...inTime });
	await sandboxPage.untilShown('Night market created.');
	await sandboxPage.search('Night market', 'Page 1 of 1 · 1 project');
	expect(await sandboxPage.rows()).toMatchObject([{ 'Owner ID': 'usr_ben' }]);

	await page.bringToFront();
	await buildWorkflow(editor, { owner: 'usr_ada', sandbox, chat });
	await editor.publish();

	const late = { 'End date': dateIn(-2) };
	await sandboxPage.editProject('Night market', late);
	await sandboxPage.untilShown('Night market saved.');
	await sandboxPage.search('Harbour festival', 'Page 1 of 1 · 1 project');
	await sandboxPage.editProject('Harbour festival', late);
	await sandboxPage.untilShown('Harbour festival saved.');
	await untilRequested(chat);
	sandbox.clearRequests();
	await untilRequested(sandbox);
	const text = `Harbour festival is overdue since ${late['End date']}`;
	expect(messagesIn(chat)).toEqual([{ text }]);
	await chat.close();
});
