import { activateTrigger, testTrigger } from './harness/activateTrigger';
import { apollo, pass, publish, sandbox } from './harness/apollo';
import { asSomebody } from './harness/asSomebody';
import type { CredentialData } from './harness/credentialStore';
import { delivered, text } from './harness/executions';
import { answer, listOf, scriptedServers, type Script } from './harness/scriptedServer';
import { expectNoSecretIn } from './harness/textIn';

const serve = scriptedServers();

describe('a published workflow', () => {
	it('emits what was created or changed since, oldest first, once', async () => {
		const trigger = await publish();
		await trigger.tick();
		expect(trigger.emitted).toEqual([]);
		for (const act of [
			() => sandbox.projects.create({ name: 'First' }),
			() => sandbox.projects.update(apollo(), { name: 'Second' }),
			() => sandbox.projects.create({ name: 'Third' }),
		]) {
			pass(1);
			act();
		}
		await trigger.tick();
		await trigger.tick();
		expect(delivered(trigger)).toEqual([['created First', 'updated Second', 'created Third']]);
		expect(trigger.errors).toEqual([]);
	});

	it('notices more changes than one page holds', async () => {
		const trigger = await publish();
		const names = Array.from({ length: 130 }, (_name, number) => `Project ${number}`);
		for (const name of names) {
			pass(1 / 60);
			sandbox.projects.create({ name });
		}
		await trigger.tick();
		expect(delivered(trigger)).toEqual([names.map((name) => `created ${name}`)]);
	});

	it('leaves to the next polls what one has no time to read', async () => {
		const trigger = await publish();
		const names = Array.from({ length: 1_500 }, (_name, number) => `Project ${number}`);
		for (const name of names) sandbox.projects.create({ name });
		// By this machine's clock, five requests take half a minute.
		let beganAtMs = Date.now();
		const clock = jest
			.spyOn(Date, 'now')
			.mockImplementation(() => beganAtMs + (sandbox.requests.length < 5 ? 0 : 30_000));
		for (let poll = 0; poll < 6; poll++) {
			beganAtMs += 60_000;
			sandbox.clearRequests();
			await trigger.tick();
		}
		clock.mockRestore();
		expect(trigger.errors).toEqual([]);
		expect(trigger.emitted.length).toBeGreaterThan(1);
		const items = trigger.emitted.flat();
		expect(items.map((item) => text(item, 'name')).sort()).toEqual(names.sort());
	});

	it('goes on after a restart where it was', async () => {
		const before = await publish();
		before.stop();
		pass(1);
		sandbox.projects.create({ name: 'While n8n was down' });
		const after = await activateTrigger({
			...asSomebody(sandbox),
			mode: 'init',
			savedState: before.savedState,
		});
		await after.tick();
		expect(delivered(after)).toEqual([['created While n8n was down']]);
	});
});

it('a poll that fails changes nothing: the next one delivers what it would have delivered', async () => {
	const project = (name: string, updated_at: string) => ({ id: `proj_${name}`, name, updated_at });
	const projects = [project('old', '2026-01-01T00:00:00Z')];
	let broken = false;
	const service = await serve((response) =>
		broken ? answer(response, 403) : answer(response, 200, listOf(projects)),
	);
	const trigger = await activateTrigger(asSomebody(service));
	const { state } = trigger;
	projects.unshift(project('new', '2026-01-02T00:00:00Z'));
	broken = true;
	await trigger.tick();
	expect(trigger.errors.map(({ message }) => message)).toEqual([
		expect.stringMatching(/does not allow/) as string,
	]);
	expectNoSecretIn(trigger.errors);
	expect([trigger.emitted, trigger.state]).toEqual([[], state]);
	broken = false;
	await trigger.tick();
	expect(trigger.emitted).toMatchObject([[{ json: { name: 'new' } }]]);
});

describe('Fetch Test Event', () => {
	it('shows the project that changed last, and touches no state', async () => {
		const trigger = await publish();
		pass(1);
		sandbox.projects.create({ name: 'Newest' });
		const { items, error } = await testTrigger(asSomebody(sandbox));
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ name: 'Newest' });
		await trigger.tick();
		expect(delivered(trigger)).toEqual([['created Newest']]);
	});

	it('says when there is nothing to show', async () => {
		const { error } = await testTrigger(asSomebody(sandbox, { status: 'archived' }));
		expect(error?.message).toBe('No project to show yet');
		expect(error?.description).toMatch(/Create or change one/);
	});
});

describe('another account', () => {
	const events = ['created', 'updated', 'archived'];
	const stamp = (second: number) => `2026-01-01T00:00:0${second}Z`;
	const project = (name: string, second: number) => ({
		id: `proj_${name}`,
		name,
		status: 'active',
		created_at: stamp(second),
		updated_at: stamp(second),
	});

	/** A service with an account for each key; the same workflow, as published for one and then for the other. */
	async function accounts() {
		const projectsOf: Record<string, object[]> = {
			one: [project('Old', 1)],
			two: [project('Other', 2)],
		};
		const script: Script = (response, { headers }) =>
			answer(response, 200, listOf(projectsOf[String(headers['x-api-key'])] ?? []));
		const [{ baseUrl }, elsewhere] = [await serve(script), await serve(script)];
		const { store, credentials } = asSomebody({ baseUrl, apiKey: 'one' });
		const { collabApi = { id: '', name: '' } } = credentials;
		const two = { collabApi: store.add('collabApi', { baseUrl, apiKey: 'two' }) };
		const one = { store, credentials, parameters: { events } };
		return {
			baseUrl,
			projectsOf,
			one,
			two: { ...one, credentials: two },
			change: (data: CredentialData) => store.change(collabApi, data),
			moved: { baseUrl: elsewhere.baseUrl, apiKey: 'two' },
		};
	}

	it.each(['another credential for the same base URL', 'another base URL in the same credential'])(
		'is %s: the trigger begins anew, and delivers nothing false',
		async (what) => {
			const { one, two, projectsOf, change, moved } = await accounts();
			// In the same n8n: what it has in memory is not for another account either.
			const workflowId = `published for ${what}`;
			const { savedState } = await activateTrigger({ ...one, workflowId });
			expect(JSON.stringify(savedState)).not.toMatch(/"one"|127\.0\.0\.1/);
			const isMoved = what.startsWith('another base URL');
			if (isMoved) change(moved);
			const after = await activateTrigger({ ...(isMoved ? one : two), workflowId, savedState });
			await after.tick();
			expect(delivered(after)).toEqual([]);
			projectsOf['two'] = [{ ...project('Other', 2), name: 'Changed', updated_at: stamp(3) }];
			await after.tick();
			expect(delivered(after)).toEqual([['updated Changed']]);
		},
	);

	it('is not meant by a new key or other capitals in the same credential, which lose nothing', async () => {
		const { one, projectsOf, change, baseUrl } = await accounts();
		const trigger = await activateTrigger(one);
		projectsOf['new key'] = [project('New', 4), project('Old', 1)];
		delete projectsOf['one'];
		change({ apiKey: 'new key', baseUrl: baseUrl.replace('http:', 'HTTP:') });
		await trigger.tick();
		expect(delivered(trigger)).toEqual([['created New']]);
	});
});
