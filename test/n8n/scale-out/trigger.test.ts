import { setTimeout as sleep } from 'node:timers/promises';
import { unpublishWorkflow } from '../../../dev/host/workflows';
import { scriptedServers } from '../../engine/harness/scriptedServer';
import { openStage, type Stage } from './stage';
import { watchAndPost } from './workflows';

interface Told {
	readonly name: string;
	readonly worker: string;
}

const POLL_EVERY_MS = 5_000;
const ASK_AGAIN_MS = 200;
const SOON_MS = 120_000;

const serve = scriptedServers();
let stage: Stage;

beforeAll(async () => {
	stage = await openStage(50);
});
afterAll(async () => await stage?.close());

async function until(what: string, holds: () => boolean): Promise<void> {
	for (let waitedMs = 0; !holds(); waitedMs += ASK_AGAIN_MS) {
		if (waitedMs > SOON_MS) throw new Error(`Waited for ${what} in vain`);
		await sleep(ASK_AGAIN_MS);
	}
}

/** Publishes a workflow that posts every change; `onPost` answers, or does not. */
async function watch(onPost: (told: Told, answer: () => void) => void) {
	const { url } = await serve((response, { body }) =>
		onPost(JSON.parse(body) as Told, () => response.end('{}')),
	);
	return await stage.publish(watchAndPost(url));
}

/** So many polls that found nothing. */
async function quiet(polls: number): Promise<void> {
	stage.sandbox.clearRequests();
	await until(`${polls} polls`, () => stage.sandbox.requests.length >= polls);
}

/** Without a chance to say anything, with all that it started. */
function kill(worker: string): void {
	const host = stage.workers.get(worker);
	if (!host) throw new Error(`There is no worker "${worker}"`);
	process.kill(-host.processId, 'SIGKILL');
}

it('the trigger polls on the main instance alone, and what it starts is spread over the workers', async () => {
	const told: Told[] = [];
	const workflow = await watch((one, answer) => {
		told.push(one);
		answer();
	});
	await quiet(4);
	const due = stage.sandbox.requests.map(({ receivedAtMs }) =>
		Math.floor(receivedAtMs / POLL_EVERY_MS),
	);
	expect(new Set(due).size).toBe(due.length);

	const names = Array.from({ length: 8 }, (_name, number) => `Project ${number}`);
	for (const name of names) {
		stage.sandbox.projects.create({ name });
		await until(name, () => told.some((one) => one.name === name));
	}
	await quiet(2);
	expect(told.map(({ name }) => name)).toEqual(names);
	expect(new Set(told.map(({ worker }) => worker))).toEqual(new Set(['one', 'two']));
	await unpublishWorkflow(stage.cluster.session, workflow.id);
});

it('a worker that is killed in the middle of an execution loses no change', async () => {
	const done: Told[] = [];
	let killed: string | undefined;
	const workflow = await watch((one, answer) => {
		if (killed === undefined) {
			killed = one.worker;
			kill(killed);
			return;
		}
		done.push(one);
		answer();
	});
	const names = ['Before the kill', 'After the kill'];
	stage.sandbox.projects.create({ name: names[0] });
	await until('the kill', () => killed !== undefined);
	stage.sandbox.projects.create({ name: names[1] });
	await until('all changes', () => done.length >= names.length);
	await quiet(2);
	expect(done.map(({ name }) => name).sort()).toEqual([...names].sort());
	await unpublishWorkflow(stage.cluster.session, workflow.id);
});
