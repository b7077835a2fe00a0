/** What a model sees and gets when an AI agent uses the node as a tool. */
import { NodeHelpers, type INodeParameters } from 'n8n-workflow';
import { validateNodeDescription } from 'n8n-core/dist/nodes-loader/validate-node-description';
import { startSandbox, type Sandbox } from '../../dev/sandbox';
import { Collab } from '../../nodes/Collab/Collab.node';
import { CollabTrigger } from '../../nodes/Collab/CollabTrigger.node';
import { asSomebody } from './harness/asSomebody';
import { nodeOf, nodeTypes, TOOL, workflowOf } from './harness/engine';
import { runCollab } from './harness/runCollab';
import { answer, scriptedServers } from './harness/scriptedServer';

const PEOPLE = 'n8n-nodes-collab.collab';
const serve = scriptedServers();

/** The parameters of a new node, as n8n fills them in. */
function filledIn(type: string, parameters: INodeParameters = {}): INodeParameters {
	const { nodes } = workflowOf([nodeOf('Collab', type, parameters)]);
	return nodes['Collab']?.parameters ?? {};
}

/** What n8n gives the model as the tool's description. */
function descriptionFor(parameters: INodeParameters): string {
	const node = nodeOf('Collab', TOOL, filledIn(TOOL, parameters));
	return NodeHelpers.getToolDescriptionForNode(node, nodeTypes.getByNameAndVersion(TOOL));
}

describe('what the model sees', () => {
	it.each(['list', 'summarize'])(
		'the description of %s is the node’s own, and short enough for every model',
		(operation) => {
			const text = descriptionFor({ operation });
			expect(text).toMatch(/Only reads/);
			expect(text.length).toBeLessThanOrEqual(1024);
		},
	);

	it('a description that a person wrote replaces it, and one left empty does not', () => {
		expect(descriptionFor({ toolDescription: 'Mine' })).toBe('Mine');
		expect(descriptionFor({ toolDescription: '' })).toBe('List projects in Collab');
	});

	it('the hint for the AI builder names all that the model may fill in: n8n Agents look at no defaults', () => {
		const tool = JSON.stringify(filledIn(TOOL));
		const fields = [...tool.matchAll(/"(\w+)":"={{ \$fromAI/g)].map(([, name]) => name);
		expect(fields).toHaveLength(6);
		const { searchHint } = new Collab().description.builderHint ?? {};
		expect(fields.filter((name) => !searchHint?.includes(String(name)))).toEqual([]);
	});

	it('a new tool lets the model choose; the node for people has none of that', () => {
		const tool = JSON.stringify(filledIn(TOOL));
		for (const name of ['limit', 'status', 'name_contains', 'overdue', 'updated_after'])
			expect(tool).toContain(`$fromAI('${name}'`);
		expect(filledIn(TOOL)).toMatchObject({ addComputedFields: true, output: 'simplified' });
		// Where another field that it depends on holds an expression, n8n shows a field of either variant.
		expect(filledIn(PEOPLE, { returnAll: '={{ false }}' })).toMatchObject({
			limit: 50,
			status: 'all',
			addComputedFields: false,
			filters: {},
		});
		expect(filledIn(PEOPLE)).not.toHaveProperty('toolDescription');
	});
});

describe('what the model gets', () => {
	let sandbox: Sandbox;
	beforeAll(async () => (sandbox = await startSandbox({ projects: 250, seed: 3 })));
	afterAll(async () => await sandbox.close());

	/** @param given the arguments that the model fills in */
	async function asTool(given: Record<string, string | number | boolean>, more?: INodeParameters) {
		const run = asSomebody(sandbox, more, [given]);
		const { items, error } = await runCollab({ ...run, type: TOOL });
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
		return items[0]?.json as Record<string, unknown> & { projects: object[] };
	}

	it('one object, which says first how many there are and whether the list was cut', async () => {
		const list = await asTool({});
		expect(Object.keys(list)).toEqual([
			...['returned', 'total_matching', 'has_more', 'note', 'projects'],
		]);
		expect(list).toMatchObject({ returned: 20, total_matching: 250, has_more: true });
		expect(list['note']).toMatch(/20 of 250.*higher limit \(at most 100\), or narrow/);
		expect(list.projects).toHaveLength(20);
	});

	it('every field of the result is in the description that the model sees', async () => {
		const list = await asTool({ limit: 1 });
		const summary = await asTool({}, { operation: 'summarize' });
		const missing = (operation: string, result: object) =>
			Object.keys(result).filter((name) => !descriptionFor({ operation }).includes(name));
		expect(list.projects[0]).toHaveProperty('is_overdue');
		expect(missing('list', { ...list, ...list.projects[0] })).toEqual([]);
		expect(missing('summarize', summary)).toEqual([]);
	});

	it.each([
		['Return All', { returnAll: true }],
		['a Limit of 100,000', { limit: 100_000 }],
	])('%s gives 100 projects, and says how to narrow the list', async (_what, parameters) => {
		const list = await asTool({}, parameters);
		expect(list).toMatchObject({ returned: 100, total_matching: 250, has_more: true });
		expect(list['note']).toMatch(/^Cut: 100 of 250\. Narrow the list/);
	});

	it('the number of all that match, filtered, where the list was read to its end', async () => {
		const { projects: matching } = await asTool({ name_contains: 'web', limit: 100 });
		const cut = await asTool({ name_contains: 'web', limit: 100 }, { sortBy: 'name' });
		const { length } = matching;
		expect(length).toBeGreaterThan(5);
		expect(cut).toMatchObject({ returned: length, total_matching: length, has_more: false });
		expect(cut['note']).toBe(`All matching projects: ${length}.`);
	});

	it('what it gets without arguments, where the model sets them to empty text', async () => {
		const list = await asTool({ limit: '', status: '', overdue: ' ', updated_after: '' });
		expect(list).toEqual(await asTool({}));
	});

	it('null for a number that is not known, because reading ended at the limit', async () => {
		const list = await asTool({ name_contains: 'a', limit: 1 });
		expect(list).toMatchObject({ returned: 1, total_matching: null, has_more: true });
		expect(list['note']).toMatch(/1 of more, how many was not counted/);
	});

	it('that nothing matches', async () => {
		const list = await asTool({ name_contains: 'no such project' });
		expect(list).toMatchObject({ returned: 0, total_matching: 0, has_more: false, projects: [] });
		expect(list['note']).toBe('No project matches.');
	});

	it('the node for people gives items as ever', async () => {
		const { items } = await runCollab(asSomebody(sandbox, { returnAll: true }));
		expect(items).toHaveLength(250);
		expect(Object.keys(items[0]?.json ?? {})).toContain('id');
	});
});

it('an error says in its message what to do, for a model gets no more of it', async () => {
	const service = await serve((response) => answer(response, 403));
	const { error } = await runCollab({ ...asSomebody(service), type: TOOL });
	expect(error?.message).toMatch(/does not allow .* \(status 403\)\. Ask an administrator/);
	expect(error?.description).toBeFalsy();
});

it('a tool does not wait a minute for a limited service, whatever it is set to', async () => {
	const service = await serve((response) => answer(response, 429, {}, { 'Retry-After': '60' }));
	const run = asSomebody(service, { options: { maxRetryWait: 86_400 } });
	const { error } = await runCollab({ ...run, type: TOOL });
	expect(error?.message).toMatch(/limiting the number of requests/);
	expect(service.requests).toHaveLength(1);
});

it.each([new Collab(), new CollabTrigger()])(
	'hints for the AI builder stand where n8n reads them, and name nodes that exist',
	({ description }) => {
		expect(description.builderHint?.searchHint).toBeDefined();
		expect(() => validateNodeDescription(description)).not.toThrow();
		for (const { nodeType } of description.builderHint?.relatedNodes ?? [])
			expect(() => nodeTypes.getByName(nodeType)).not.toThrow();
	},
);
