import { startSandbox, type Sandbox } from '../../dev/sandbox';
import { activateTrigger, testTrigger } from './harness/activateTrigger';
import { asSomebody } from './harness/asSomebody';
import { answer, listOf, scriptedServers } from './harness/scriptedServer';
import { textIn } from './harness/textIn';

const serve = scriptedServers();
let sandbox: Sandbox;
let serviceTimeMs: number;

beforeEach(async () => {
	serviceTimeMs = Date.now();
	sandbox = await startSandbox({ projects: 20, seed: 3, now: () => serviceTimeMs });
});
afterEach(async () => await sandbox.close());

/** Lets time pass on the service's clock, then changes something. */
function later<T>(change: (projects: Sandbox['projects']) => T): T {
	serviceTimeMs += 60_000;
	return change(sandbox.projects);
}

const namesIn = (emitted: Array<Array<{ json: { name?: unknown } }>>) =>
	emitted.map((items) => items.map(({ json }) => json.name));

describe('a published workflow', () => {
	it('starts with what is there and emits nothing', async () => {
		const trigger = await activateTrigger(asSomebody(sandbox));
		await trigger.tick();
		expect(trigger.emitted).toEqual([]);
		expect(trigger.errors).toEqual([]);
	});

	it('emits what was created or changed since, oldest first, once', async () => {
		const [known] = sandbox.projects.all();
		const trigger = await activateTrigger(asSomebody(sandbox));
		later((projects) => projects.create({ name: 'First' }));
		later((projects) => projects.update(known?.id ?? '', { name: 'Second' }));
		later((projects) => projects.create({ name: 'Third' }));
		await trigger.tick();
		expect(namesIn(trigger.emitted)).toEqual([['First', 'Second', 'Third']]);
		await trigger.tick();
		expect(trigger.emitted).toHaveLength(1);
	});

	it('notices more changes than one page holds', async () => {
		const trigger = await activateTrigger(asSomebody(sandbox));
		const names = Array.from({ length: 130 }, (_name, number) => `Project ${number}`);
		for (const name of names) {
			serviceTimeMs += 1000;
			sandbox.projects.create({ name });
		}
		await trigger.tick();
		expect(namesIn(trigger.emitted)).toEqual([names]);
	});

	it('misses nothing of an account that is empty at first', async () => {
		for (const { id } of sandbox.projects.all()) sandbox.projects.remove(id);
		const trigger = await activateTrigger(asSomebody(sandbox));
		later((projects) => projects.create({ name: 'The very first' }));
		await trigger.tick();
		expect(namesIn(trigger.emitted)).toEqual([['The very first']]);
	});

	it('goes on after a restart where it was', async () => {
		const before = await activateTrigger(asSomebody(sandbox));
		before.stop();
		later((projects) => projects.create({ name: 'While n8n was down' }));
		const after = await activateTrigger({
			...asSomebody(sandbox),
			mode: 'init',
			savedState: before.savedState,
		});
		await after.tick();
		expect(namesIn(after.emitted)).toEqual([['While n8n was down']]);
	});

	it('asks with the key, newest change first, for projects of every status', async () => {
		await activateTrigger(asSomebody(sandbox));
		expect(sandbox.requests[0]).toMatchObject({
			path: '/v1/projects',
			authentication: 'apiKey',
			query: { status: 'all', sort_by: 'updated_at', order: 'desc' },
		});
	});
});

describe('a poll that fails', () => {
	const project = (name: string, updated_at: string) => ({ id: `proj_${name}`, name, updated_at });

	it('changes nothing: the next one delivers what it would have delivered', async () => {
		let broken = false;
		const projects = [project('old', '2026-01-01T00:00:00Z')];
		const service = await serve((response) =>
			broken ? answer(response, 403) : answer(response, 200, listOf(projects)),
		);
		const trigger = await activateTrigger(asSomebody({ ...service, apiKey: 'secret-key' }));
		const { state } = trigger;
		projects.unshift(project('new', '2026-01-02T00:00:00Z'));
		broken = true;
		await trigger.tick();
		expect(trigger.errors.map(({ message }) => message).join()).toMatch(/does not allow/);
		expect(trigger.errors).toHaveLength(1);
		expect(textIn(trigger.errors)).not.toContain('secret-key');
		expect(trigger.emitted).toEqual([]);
		expect(trigger.state).toEqual(state);
		broken = false;
		await trigger.tick();
		expect(namesIn(trigger.emitted)).toEqual([['new']]);
	});

	it('is shown to the person who publishes the workflow', async () => {
		const service = await serve((response) => answer(response, 403));
		const publishing = activateTrigger(asSomebody({ ...service, apiKey: 'key' }));
		await expect(publishing).rejects.toThrow(/does not allow/);
	});
});

describe('Fetch Test Event', () => {
	it('shows the project that changed last, and touches no state', async () => {
		const trigger = await activateTrigger(asSomebody(sandbox));
		later((projects) => projects.create({ name: 'Newest' }));
		const { items, error } = await testTrigger(asSomebody(sandbox));
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ name: 'Newest' });
		await trigger.tick();
		expect(namesIn(trigger.emitted)).toEqual([['Newest']]);
	});
});
