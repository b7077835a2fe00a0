/** Collab Trigger with a service in trouble, and with another account. */
import { asSomebody } from './harness/credentials';
import { expectNoSecretIn, withoutWaits } from './harness/runCollab';
import { answer, listOf, scriptedServers, type Script } from './harness/scriptedServer';
import { activateTrigger, delivered } from './harness/triggers';

withoutWaits();

const serve = scriptedServers();

const stamp = (second: number) => `2026-01-01T00:00:0${second}Z`;
const project = (name: string, second: number) => ({
	id: `proj_${name}`,
	name,
	created_at: stamp(second),
	updated_at: stamp(second),
});

/** A service with one project, which answers with this status at first. */
async function serviceInTrouble(status: number, headers: Record<string, string> = {}) {
	const projects = [project('old', 1)];
	const trouble = { status, add: () => projects.unshift(project('new', 2)) };
	const { baseUrl } = await serve((response) =>
		trouble.status === 200
			? answer(response, 200, listOf(projects))
			: answer(response, trouble.status, {}, headers),
	);
	return { trouble, baseUrl };
}

it('a poll that fails changes nothing: the next one delivers what it would have delivered', async () => {
	const { trouble, baseUrl } = await serviceInTrouble(200);
	const trigger = await activateTrigger(asSomebody({ baseUrl }));
	const state = trigger.state();
	trouble.add();
	trouble.status = 403;
	await trigger.tick();
	expect(trigger.errors.map(({ message }) => message).join()).toMatch(/does not allow/);
	expectNoSecretIn(trigger.errors);
	expect([trigger.emitted, trigger.state()]).toEqual([[], state]);
	trouble.status = 200;
	await trigger.tick();
	expect(delivered(trigger)).toEqual([['created new']]);
});

it.each([
	['init', 401],
	['leadershipChange', 403],
	['activate', 429],
	['activate', 503],
] as const)(
	'trouble that a person does not see, or that passes, lets the trigger live (%s, %d)',
	async (mode, status) => {
		const { trouble, baseUrl } = await serviceInTrouble(status, { 'Retry-After': '3600' });
		const trigger = await activateTrigger({ ...asSomebody({ baseUrl }), mode });
		expect(trigger.errors).toEqual([]);
		await trigger.tick();
		expect(trigger.errors).toHaveLength(1);
		trouble.status = 200;
		await trigger.tick();
		expect(trigger.emitted).toEqual([]);
		trouble.add();
		await trigger.tick();
		expect(delivered(trigger)).toEqual([['created new']]);
		expect(trigger.errors).toHaveLength(1);
	},
);

it.each([
	[401, /did not accept the credential/],
	[403, /does not allow/],
	[404, /no list of projects at this address/],
	[302, /redirects/],
])('other trouble is shown when a person publishes the workflow (%d)', async (status, message) => {
	const { baseUrl } = await serviceInTrouble(status);
	await expect(activateTrigger(asSomebody({ baseUrl }))).rejects.toThrow(message);
});

it('so is a service that is not there', async () => {
	const publishing = activateTrigger(asSomebody({ baseUrl: 'http://127.0.0.1:1/v1' }));
	await expect(publishing).rejects.toThrow(/refused the connection/);
});

describe('another account', () => {
	/** Of each key, at a service and at the same service elsewhere. */
	const projectsOf: Record<string, object[]> = {};
	const script: Script = (response, { headers }) =>
		answer(response, 200, listOf(projectsOf[String(headers['x-api-key'])] ?? []));

	async function publishedForOne() {
		Object.assign(projectsOf, { one: [project('Old', 1)], two: [project('Other', 2)] });
		const { baseUrl } = await serve(script);
		const one = asSomebody({ baseUrl, apiKey: 'one' });
		return { baseUrl, ...one, trigger: await activateTrigger(one) };
	}

	it.each(['another credential for the same base URL', 'another base URL in the same credential'])(
		'is %s: the trigger begins anew, and delivers nothing false',
		async (what) => {
			const { baseUrl, store, credentials, trigger } = await publishedForOne();
			expect(JSON.stringify(trigger.state())).not.toMatch(/"one"|127\.0\.0\.1/);
			const elsewhere = await serve(script);
			if (what.startsWith('another base URL'))
				store.change(credentials.collabApi, { baseUrl: elsewhere.baseUrl, apiKey: 'two' });
			else Object.assign(credentials.collabApi, store.add('collabApi', { baseUrl, apiKey: 'two' }));
			await trigger.tick();
			expect(delivered(trigger)).toEqual([]);
			projectsOf['two'] = [{ ...project('Other', 2), name: 'Changed', updated_at: stamp(3) }];
			await trigger.tick();
			expect(delivered(trigger)).toEqual([['updated Changed']]);
		},
	);

	it('is not meant by a new key or other capitals in the same credential, which lose nothing', async () => {
		const { baseUrl, store, credentials, trigger } = await publishedForOne();
		projectsOf['new key'] = [project('New', 4), project('Old', 1)];
		const changed = { apiKey: 'new key', baseUrl: baseUrl.replace('http:', 'HTTP:') };
		store.change(credentials.collabApi, changed);
		await trigger.tick();
		expect(delivered(trigger)).toEqual([['created New']]);
	});
});
