/** What a new user does after reading the README, from an empty canvas to a message in a chat. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { scriptedServer, type ScriptedServer } from '../engine/harness/scriptedServer';
import { Editor } from './pages/editor';
import type { NodeView } from './pages/nodeView';
import { SandboxPage } from './pages/sandboxPage';
import { signIn } from './pages/signIn';
import { Stage } from './stage';

/** n8n lets no trigger poll more often than once a minute. */
const POLLED_WITHIN_MS = 150_000;
const ASK_AGAIN_MS = 250;
const MS_PER_DAY = 86_400_000;

const dateIn = (days: number) =>
	new Date(Date.now() + days * MS_PER_DAY).toISOString().slice(0, 10);

let stage: Stage;
/** Takes messages at an address of its own, as chats with incoming webhooks do. */
let chat: ScriptedServer;

const messages = () => chat.requests.map(({ body }) => JSON.parse(body) as unknown);

beforeAll(async () => {
	stage = await Stage.open(120);
	chat = await scriptedServer((response) => response.end('ok'));
});

afterAll(async () => {
	await stage.close();
	await chat.close();
});

async function until(isSo: () => boolean): Promise<void> {
	for (let waitedMs = 0; !isSo(); waitedMs += ASK_AGAIN_MS) {
		if (waitedMs > POLLED_WITHIN_MS) throw new Error('No poll came');
		await sleep(ASK_AGAIN_MS);
	}
}

async function connect(trigger: NodeView): Promise<void> {
	const { baseUrl, apiKey } = stage.sandbox;
	const dialog = await trigger.createCredential();
	await dialog.chooseKind('API Key');
	await dialog.name('Collab (first workflow)');
	await dialog.fill({ baseUrl, apiKey });
	await dialog.save();
	await dialog.untilClosed();
}

/** Starts when a project of this owner becomes overdue, and posts its name to the chat. */
async function buildWorkflow(page: Page, owner: string): Promise<Editor> {
	const editor = new Editor(page);
	await editor.startWorkflow();
	const trigger = await editor.addCollabTrigger('Project became overdue');
	await connect(trigger);
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
	await until(() => chat.requests.length > 0);
	expect(messages()).toMatchObject([
		{ text: expect.stringMatching(/^\S.* is overdue since \d{4}-\d\d-\d\d$/) as string },
	]);
	chat.requests.length = 0;
	await post.close();
	return editor;
}

it('a message comes to the chat when a project of that owner becomes overdue, and for no other project', async () => {
	await stage.inNewTab('First workflow', async (page) => {
		await signIn(page);
		const sandbox = new SandboxPage(await stage.newTab(), stage.sandbox.url);
		await sandbox.open();
		const inTime = { 'End date': dateIn(30) };
		await sandbox.createProject({ Name: 'Harbour festival', 'Owner ID': 'usr_ada', ...inTime });
		await sandbox.untilTold('Harbour festival created.');
		await sandbox.createProject({ Name: 'Night market', 'Owner ID': 'usr_ben', ...inTime });
		await sandbox.untilTold('Night market created.');
		await sandbox.search('Night market', 'Page 1 of 1 · 1 project');
		expect(await sandbox.rows()).toMatchObject([{ 'Owner ID': 'usr_ben' }]);

		await page.bringToFront();
		const editor = await buildWorkflow(page, 'usr_ada');
		await editor.publish();

		const late = { 'End date': dateIn(-2) };
		await sandbox.editProject('Night market', late);
		await sandbox.untilTold('Night market saved.');
		await sandbox.search('Harbour festival', 'Page 1 of 1 · 1 project');
		await sandbox.editProject('Harbour festival', late);
		await sandbox.untilTold('Harbour festival saved.');
		await until(() => chat.requests.length > 0);
		stage.sandbox.clearRequests();
		await until(() => stage.sandbox.requests.length > 0);
		const text = `Harbour festival is overdue since ${late['End date']}`;
		expect(messages()).toEqual([{ text }]);
	});
});
