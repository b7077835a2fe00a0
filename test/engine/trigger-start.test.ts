/** Collab Trigger with a service in trouble, and with another account. */
import { startSandbox } from '../../dev/sandbox';
import { asSomebody } from './harness/asSomebody';
import type { CredentialData } from './harness/credentialStore';
import { delivered, expectNoSecretIn } from './harness/outcomes';
import { answer, listOf, scriptedServers, type Script } from './harness/scriptedServer';
import { activateTrigger } from './harness/triggers';
import { withoutWaits } from './harness/withoutWaits';

withoutWaits();

const serve = scriptedServers();

const stamp = (second: number) => `2026-01-01T00:00:0${second}Z`;
const project = (name: string, second: number) => ({
	id: `proj_${name}`,
	name,
	status: 'active',
	created_at: stamp(second),
	updated_at: stamp(second),
});

/** A service with one project, which answers with this status at first. */
async function serviceInTrouble(status: number, headers: Record<string, string> = {}) {
	const trouble = { status };
	const projects = [project('old', 1)];
	const service = await serve((response) =>
		trouble.status === 200
			? answer(response, 200, listOf(projects))
			: answer(response, trouble.status, {}, headers),
	);
	const add = () => projects.unshift(project('new', 2));
	return { trouble, add, service: { ...service, apiKey: 'secret-key' } };
}

it('a poll that fails changes nothing: the next one delivers what it would have delivered', async () => {
	const { trouble, add, service } = await serviceInTrouble(200);
	const trigger = await activateTrigger(asSomebody(service));
	const state = trigger.state();
	add();
	trouble.status = 403;
	await trigger.tick();
	expect(trigger.errors).toMatchObject([
		{ message: expect.stringMatching(/does not allow/) as string },
	]);
	expectNoSecretIn(trigger.errors);
	expect([trigger.emitted, trigger.state()]).toEqual([[], state]);
	trouble.status = 200;
	await trigger.tick();
	expect(delivered(trigger)).toEqual([['created new']]);
});

describe('a service in trouble', () => {
	it.each([
		['init', 401],
		['init', 503],
		['leadershipChange', 403],
		['activate', 429],
		['activate', 503],
	] as const)('lets the trigger live and recover by itself (%s, %d)', async (mode, status) => {
		const { trouble, add, service } = await serviceInTrouble(status, { 'Retry-After': '3600' });
		const trigger = await activateTrigger({ ...asSomebody(service), mode });
		expect(trigger.errors).toEqual([]);
		await trigger.tick();
		expect(trigger.errors).toHaveLength(1);
		trouble.status = 200;
		await trigger.tick();
		expect(trigger.emitted).toEqual([]);
		add();
		await trigger.tick();
		expect(delivered(trigger)).toEqual([['created new']]);
		expect(trigger.errors).toHaveLength(1);
	});

	it('what changed while n8n was down and the service too is delivered when both are back', async () => {
		const sandbox = await startSandbox({ projects: 5, seed: 1 });
		const before = await activateTrigger(asSomebody(sandbox));
		before.stop();
		await sandbox.close();
		const { savedState } = before;
		const after = await activateTrigger({ ...asSomebody(sandbox), mode: 'init', savedState });
		expect(after.errors).toEqual([]);
		const port = Number(new URL(sandbox.url).port);
		const again = await startSandbox({ projects: 5, seed: 1, port });
		again.projects.create({ name: 'Meanwhile' });
		await after.tick();
		await again.close();
		expect(delivered(after)).toEqual([['created Meanwhile']]);
	});

	it.each([
		[401, /did not accept the credential/],
		[403, /does not allow/],
		[404, /no list of projects at this address/],
		[302, /redirects/],
	])('is shown when a person publishes the workflow (%d)', async (status, message) => {
		const { service } = await serviceInTrouble(status);
		await expect(activateTrigger(asSomebody(service))).rejects.toThrow(message);
	});

	it('an address that does not answer with https is shown when a person publishes', async () => {
		const { service } = await serviceInTrouble(200);
		const baseUrl = service.baseUrl.replace('http:', 'https:');
		await expect(activateTrigger(asSomebody({ baseUrl }))).rejects.toThrow(/https/i);
	});
});

describe('another account', () => {
	const events = ['created', 'updated', 'archived'];

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
