/** The owners to choose from in the editor, and what is said of filters that find nothing, or not all. */
import { LoadOptionsContext } from 'n8n-core';
import { startSandbox, type Sandbox } from '../../dev/sandbox';
import { Collab } from '../../nodes/Collab/Collab.node';
import { CollabTrigger } from '../../nodes/Collab/CollabTrigger.node';
import { asSomebody, connectedTo } from './harness/credentials';
import { additionalDataFor, nodeOf, workflowOf } from './harness/engine';
import { type CollabRun, runCollab } from './harness/runCollab';
import { answer, pageFor, scriptedServers } from './harness/scriptedServer';

const serve = scriptedServers();
let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ projects: 0 });
	// The project that changed last is of the owner with fewer projects.
	for (const [day, owner_id] of ['usr_3', 'usr_3', 'usr_1'].entries()) {
		const updated_at = `2026-01-0${day + 1}T00:00:00Z`;
		sandbox.projects.create({ owner_id, name: `Of ${owner_id}`, updated_at });
	}
});
afterAll(async () => await sandbox.close());

/** What the editor shows for the field. */
async function load(
	{ store, parameters, ...more }: CollabRun,
	node: Pick<Collab, 'methods'> = new Collab(),
) {
	const collab = nodeOf('Collab', 'n8n-nodes-collab.collab', parameters, more);
	const data = additionalDataFor(store, 'manual');
	data.currentNodeParameters = { authentication: 'apiKey', ...parameters };
	const context = new LoadOptionsContext(workflowOf([collab]), collab, data, '');
	return await node.methods.loadOptions.getOwners.call(context);
}

it.each([new Collab(), new CollabTrigger()])(
	'the list has each owner with its projects, most projects first',
	async (node) => {
		for (const authentication of ['apiKey', 'oAuth2']) {
			const owners = await load(await connectedTo(sandbox, { authentication }), node);
			expect(owners).toEqual([
				{ name: 'usr_3 · 2 projects, e.g. Of usr_3', value: 'usr_3' },
				{ name: 'usr_1 · 1 project, e.g. Of usr_1', value: 'usr_1' },
			]);
		}
	},
);

it('the list takes at most ten requests', async () => {
	const rows = Array.from({ length: 5_000 }, (_, id) => ({ id: `${id}`, owner_id: id }));
	const service = await serve((response, request) => answer(response, 200, pageFor(rows, request)));
	expect(await load(asSomebody(service))).toHaveLength(1_000);
	expect(service.requests).toHaveLength(10);
	const last = { page: '10', status: 'all', sort_by: 'updated_at', order: 'desc' };
	expect(service.requests.at(-1)?.query).toMatchObject(last);
});

it('a wrong credential shows our message instead of the list', async () => {
	const service = await serve((response) => answer(response, 401));
	const message = 'The service did not accept the credential';
	await expect(load(asSomebody(service))).rejects.toMatchObject({ message });
});

const listing = async (ownerIds: unknown, service?: { baseUrl: string }) => {
	const parameters = { filters: { ownerIds } as never };
	const run = service ? asSomebody(service, parameters) : await connectedTo(sandbox, parameters);
	const { items, hints, error } = await runCollab(run);
	return { count: items.length, hints: hints.map(({ message }) => message), error };
};

it.each([
	['a list', ['usr_1', 'usr_3'], 3],
	['an ID', 'usr_3', 2],
	['text with commas', 'usr_1, usr_3', 3],
	['a list with commas', ['usr_1,usr_3'], 3],
	['nothing chosen', [], 3],
])('%s finds the projects of these owners', async (_what, ownerIds, count) => {
	expect(await listing(ownerIds)).toMatchObject({ count, error: undefined });
});

it.each([[42], ['42'], [[42]]])('the owner 42 is found where IDs are numbers: %j', async (ids) => {
	const rows = [42, 7].map((owner_id) => ({ id: `of ${owner_id}`, owner_id }));
	const service = await serve((response, request) => answer(response, 200, pageFor(rows, request)));
	expect(await listing(ids, service)).toMatchObject({ count: 1, error: undefined });
});

it.each(['istanbul', 'İSTANBUL'])('the name İstanbul is found by %s', async (nameContains) => {
	const rows = ['Büro İstanbul', 'Ankara'].map((name) => ({ id: name, name }));
	const service = await serve((response, request) => answer(response, 200, pageFor(rows, request)));
	const { items } = await runCollab(asSomebody(service, { filters: { nameContains } }));
	expect(items).toMatchObject([{ json: { id: 'Büro İstanbul' } }]);
});

const IDS = "the owner 'Alice'. Owners are IDs such as usr_1.";

it.each([
	['list', {}, 1, `No project has ${IDS}`],
	['summarize', {}, 1, `No project has ${IDS}`],
	['list', { updatedAfter: '2026-01-01' }, 250, `No project that was read has ${IDS}`],
])('%s with %j names an owner that no project has, of %i', async (operation, more, count, hint) => {
	const fields = { owner_id: 'usr_1', updated_at: '2025-01-01T00:00:00Z' };
	const rows = Array.from({ length: count }, (_, id) => ({ id: `p${id}`, ...fields }));
	const service = await serve((response, request) => answer(response, 200, pageFor(rows, request)));
	const parameters = { operation, returnAll: true, filters: { ownerIds: 'Alice', ...more } };
	const { hints } = await runCollab(asSomebody(service, parameters));
	expect(hints.map(({ message }) => message)).toContain(hint);
});

it('a refused value is quoted, and cut after 50 characters', async () => {
	const filters = { updatedAfter: 'next tuesday' };
	const { error } = await runCollab(await connectedTo(sandbox, { filters }));
	expect(error?.description).toContain("It is 'next tuesday'.");
	const long = { updatedAfter: 'x'.repeat(51) };
	const cut = (await runCollab(await connectedTo(sandbox, { filters: long }))).error?.description;
	expect(cut).toContain(`It is '${'x'.repeat(50)}…'.`);
});

it('a hint counts all that was read where the windows were not those asked for', async () => {
	const rows = Array.from({ length: 250 }, (_, id) => ({ id: `p${id}`, name: `Project ${id}` }));
	const service = await serve((response, request, attempt) => {
		const query = { ...request.query };
		if (attempt > 1) query['per_page'] = '50';
		answer(response, 200, pageFor(rows, { ...request, query }));
	});
	const parameters = { limit: 150, filters: { nameContains: '9' } };
	const { hints } = await runCollab(asSomebody(service, parameters));
	expect(hints.map(({ message }) => message)).toEqual([
		'250 of 250 projects were read; 43 of them match the filters.',
	]);
});
