import { setTimeout as sleep } from 'node:timers/promises';
import { itemsOf, listExecutions, untilEnded } from '../../../dev/host/executions';
import type { Workflow } from '../../../dev/host/workflows';
import { Stage } from './stage';
import { WATCHER } from './workflows';

let stage: Stage;
let workflow: Workflow;

beforeAll(async () => {
	stage = await Stage.open(20);
	await stage.connect();
	workflow = await stage.publish(WATCHER);
});
afterAll(async () => await stage.close());

/** What was delivered to the workflow, oldest first. */
async function delivered(): Promise<string[]> {
	const summaries = (await listExecutions(stage.session, workflow.id)).toReversed();
	const lists = [];
	for (const { id } of summaries) {
		const items = itemsOf(await untilEnded(stage.session, id), 'Collab Trigger');
		lists.push(items.map(({ json }) => `${String(json['event'])} ${String(json['name'])}`));
	}
	return lists.flat();
}

async function until<T>(what: string, find: () => Promise<T | false>): Promise<T> {
	for (let attempt = 0; attempt < 450; attempt++) {
		const found = await find();
		if (found !== false) return found;
		await sleep(200);
	}
	throw new Error(`Waited for ${what}`);
}

/** What is delivered until two polls have found nothing new. */
async function toldInTheEnd(count: number): Promise<string[]> {
	await until(`${count} changes`, async () => (await delivered()).length >= count);
	stage.sandbox.clearRequests();
	await until('two polls', async () => Promise.resolve(stage.sandbox.requests.length >= 2));
	return await delivered();
}

describe('Triggers', () => {
	it('on what changes, and on nothing else', async () => {
		const [known] = stage.sandbox.projects.all();
		stage.sandbox.projects.archive(known?.id ?? '');
		stage.sandbox.projects.create({ name: 'Created while watched' });
		expect((await toldInTheEnd(2)).sort()).toEqual([
			`archived ${known?.name}`,
			'created Created while watched',
		]);
	});
});

describe('Triggers after a restart', () => {
	it('on what changed while n8n was down and after it', async () => {
		const before = await delivered();
		await stage.restart(() => {
			stage.sandbox.expireAccessTokens();
			stage.sandbox.projects.create({ name: 'Created while n8n was down' });
		});
		await toldInTheEnd(before.length + 1);
		stage.sandbox.projects.create({ name: 'Created after' });
		expect((await toldInTheEnd(before.length + 2)).slice(before.length)).toEqual([
			'created Created while n8n was down',
			'created Created after',
		]);
	});
});
