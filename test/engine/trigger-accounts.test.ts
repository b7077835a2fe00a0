import { activateTrigger } from './harness/activateTrigger';
import { CredentialStore } from './harness/credentialStore';
import { delivered } from './harness/delivered';
import { diedWithItsWorker } from './harness/executions';
import { answer, scriptedServers } from './harness/scriptedServer';

const serve = scriptedServers();
const stamp = (second: number) => `2026-01-01T00:00:0${second}Z`;

const created = (name: string) => ({
	id: 'proj_new',
	name,
	status: 'active',
	created_at: stamp(4),
	updated_at: stamp(4),
});

const pageOf = (projects: readonly unknown[], page: number, perPage: number) => ({
	data: projects.slice((page - 1) * perPage, page * perPage),
	pagination: {
		page,
		per_page: perPage,
		total_items: projects.length,
		total_pages: Math.ceil(projects.length / perPage),
		has_next: page * perPage < projects.length,
		has_prev: page > 1,
	},
});

/** A service with an account for each key, newest project first. */
async function twoAccounts() {
	const projectsOf = new Map(
		['one', 'two'].map((account) => [
			`key of ${account}`,
			Array.from({ length: 40 }, (_project, number) => ({
				id: `${account}_${number}`,
				name: `${account} ${number}`,
				status: account === 'one' ? 'active' : 'archived',
				created_at: stamp(0),
				updated_at: stamp(account === 'one' ? 1 : 2),
			})),
		]),
	);
	const { baseUrl } = await serve((response, { headers, query }) => {
		const projects = projectsOf.get(String(headers['x-api-key'])) ?? [];
		answer(response, 200, pageOf(projects, Number(query['page']), Number(query['per_page'])));
	});
	const store = new CredentialStore();
	const credential = (account: string) =>
		store.add('collabApi', { baseUrl, apiKey: `key of ${account}` });
	return { store, one: credential('one'), two: credential('two'), projectsOf };
}

const parameters = { events: ['created', 'updated', 'archived'] };

it('another credential under the same base URL begins anew, and delivers nothing false', async () => {
	const { store, one, two, projectsOf } = await twoAccounts();
	const before = await activateTrigger({ store, credentials: { collabApi: one }, parameters });
	const { savedState } = before;
	const after = await activateTrigger({
		store,
		credentials: { collabApi: two },
		parameters,
		savedState,
	});
	await after.tick();
	expect(delivered(after)).toEqual([]);
	const [project] = projectsOf.get('key of two') ?? [];
	if (project) Object.assign(project, { name: 'Changed', updated_at: stamp(3) });
	await after.tick();
	expect(delivered(after)).toEqual([['updated Changed']]);
});

it('a new key in the same credential loses nothing', async () => {
	const { store, one, projectsOf } = await twoAccounts();
	const credentials = { collabApi: one };
	const trigger = await activateTrigger({ store, credentials, parameters });
	const projects = projectsOf.get('key of one') ?? [];
	projectsOf.set('new key', projects);
	projectsOf.delete('key of one');
	store.change(one, { apiKey: 'new key' });
	projects.unshift(created('New'));
	await trigger.tick();
	expect(delivered(trigger)).toEqual([['created New']]);
});

it('the state holds neither key nor address', async () => {
	const { store, one } = await twoAccounts();
	const trigger = await activateTrigger({ store, credentials: { collabApi: one }, parameters });
	expect(JSON.stringify(trigger.state)).not.toMatch(/key of one|127\.0\.0\.1/);
});

it.each([
	{ account: 'two', startFrom: 'now' },
	{ account: 'one', startFrom: 'all' },
])('nothing undelivered is delivered after a change to %j', async ({ account, startFrom }) => {
	const { store, one, two, projectsOf } = await twoAccounts();
	const workflowId = `undelivered for ${account} ${startFrom}`;
	const before = await activateTrigger({
		store,
		credentials: { collabApi: one },
		parameters,
		workflowId,
	});
	const projects = projectsOf.get('key of one') ?? [];
	projects.unshift(created('Undelivered'));
	await before.tick();
	expect(delivered(before)).toEqual([['created Undelivered']]);
	await before.executionEnded(diedWithItsWorker());
	projects.shift();
	const after = await activateTrigger({
		store,
		credentials: { collabApi: account === 'one' ? one : two },
		parameters: { ...parameters, startFrom },
		workflowId,
		savedState: before.savedState,
	});
	await after.tick();
	expect(delivered(after).flat().join()).not.toContain('Undelivered');
});
