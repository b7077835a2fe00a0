/** What a model sees and gets when an AI agent uses the node as a tool. */
import { type IDataObject, NodeHelpers, type INodeParameters } from 'n8n-workflow';
import { Collab } from '../../nodes/Collab/Collab.node';
import { openSandbox, type ProjectRecord, type Sandbox } from '../sandboxes';
import { asSomebody } from './harness/credentials';
import { nodeOf, nodeTypes, TOOL, workflowOf } from './harness/engine';
import { runCollab } from './harness/runCollab';
import { always, answer, listOf, pageFor, serve } from './harness/scriptedServer';

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

it('the description is the node’s own, short enough for every model, unless a person wrote one', () => {
	for (const operation of ['list', 'summarize']) {
		expect(descriptionFor({ operation })).toMatch(/Only reads/);
		expect(descriptionFor({ operation }).length).toBeLessThanOrEqual(1024);
	}
	expect(descriptionFor({ toolDescription: 'Mine' })).toBe('Mine');
	expect(descriptionFor({ toolDescription: '' })).toBe('List projects in Collab');
});

it('a new tool lets the model choose; the hint for the AI builder names all of that', () => {
	const tool = filledIn(TOOL);
	expect(tool).toMatchObject({ addComputedFields: true, output: 'simplified' });
	// n8n Agents look at no defaults.
	const { searchHint } = new Collab().description.builderHint ?? {};
	const named = [...JSON.stringify(tool).matchAll(/"(\w+)":"={{ \$fromAI/g)];
	expect(named).toHaveLength(10);
	for (const [, name] of named) expect(searchHint).toContain(name);
});

it('the node for people keeps its own defaults and has no tool description', () => {
	// Where another field that it depends on holds an expression, n8n shows a field of either variant.
	const people = filledIn('n8n-nodes-collab.collab', { returnAll: '={{ false }}' });
	const defaults = { limit: 50, status: 'all', addComputedFields: false, filters: {} };
	expect(people).toMatchObject(defaults);
	expect(people).not.toHaveProperty('toolDescription');
	expect(filledIn('n8n-nodes-collab.collab', { returnAll: true })).not.toHaveProperty('limit');
});

describe('what the model gets', () => {
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await openSandbox({ projects: 250, seed: 3 });
		const { id, updated_at } = sandbox.projects.all()[0] as ProjectRecord;
		const end_date = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
		sandbox.projects.update(id, { end_date, updated_at, completed_task_count: 0 });
	});

	/** @param given the arguments that the model fills in */
	async function asTool(given: Record<string, string | number | boolean>, more?: INodeParameters) {
		const run = asSomebody(sandbox, more, [given]);
		const { items, error } = await runCollab({ ...run, type: TOOL });
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
		return items[0]?.json as Record<string, unknown> & { projects: object[] };
	}

	it('every field of the result is in the description that the model sees', async () => {
		const list = await asTool({ limit: 1 });
		const summary = await asTool({}, { operation: 'summarize' });
		expect(list.projects[0]).toHaveProperty('is_overdue');
		for (const [operation, result] of [
			['list', { ...list, ...list.projects[0] }],
			['summarize', summary],
		] as const)
			for (const name of Object.keys(result)) expect(descriptionFor({ operation })).toContain(name);
	});

	type Call = Parameters<typeof asTool>;
	it.each<[Call, returned: number, total: number | null, note: RegExp]>([
		[[{}], 20, 250, /20 of 250.*at most 100 projects.*updated_before 20\S+Z, or change/],
		[[{}, { returnAll: true }], 100, 250, /^Cut: 100 of 250/],
		[[{}, { sortBy: 'created_at' }], 20, 250, /For the others, change the arguments/],
		[[{ name_contains: 'a', limit: 1 }], 1, null, /1 of more, how many was not/],
		[[{ name_contains: 'web', limit: 100 }], 14, 14, /^All matching projects: 14\. Looked for: Na/],
		[[{ owner_ids: 'Alice' }], 0, 0, /^No project matches\. Looked for: Owner IDs 'Alice'\.$/],
		[[{ name_contains: 'We*b' }], 0, 0, /Looked for: Name Contains 'We\*b'\./],
	])('%j gives %i of %p, and says so', async (given, returned, total, note) => {
		const result = await asTool(...given);
		const { projects, note: told, ...counts } = result;
		// What calls the tool may cut the end off.
		expect(Object.keys(result).at(-1)).toBe('projects');
		expect(counts).toEqual({ returned, total_matching: total, has_more: returned !== total });
		expect(told).toMatch(note);
		expect(projects).toHaveLength(returned);
	});

	const TWO = { owner_ids: 'usr_0003,usr_0005' };
	const WEB = { name_contains: 'web' };
	const SINCE = { updated_after: '2023-11-14T22:13:20Z' };
	it.each<[Call[0], meant: Call[0]]>([
		[{ limit: '', status: '', overdue: ' ', updated_after: '', owner_ids: '[]' }, {}],
		[{ limit: 0 }, {}],
		[{ limit: '0' }, {}],
		[{ due_within_days: '-1', owner_ids: 'all', statuses: '["any"]', overdue: '*' }, {}],
		[{ status: '["Any"]', name_contains: '*', project_ids: '%', updated_before: 'all' }, {}],
		[{ overdue: '"Only"', due_within_days: '' }, { overdue: 'only' }],
		[{ status: ' Active' }, { status: 'active' }],
		[{ statuses: 'ARCHIVED; Completed' }, { statuses: 'archived,completed' }],
		[{ owner_ids: '["usr_0003", "usr_0005"]' }, TWO],
		[{ owner_ids: '“usr_0003”\nusr_0005\n' }, TWO],
		[{ owner_ids: '(USR_0003, Usr_0005)' }, TWO],
		[{ owner_ids: 'usr_0003|usr_0005' }, TWO],
		[{ name_contains: '["web"]' }, WEB],
		[{ name_contains: '*WEB*' }, WEB],
		[{ name_contains: '“web”' }, WEB],
		[{ name_contains: " 'web' " }, WEB],
		[{ name_contains: '`%ＷＥＢ%`' }, WEB],
		[{ updated_after: '"2023-11-14T22:13:20Z"' }, SINCE],
		[{ updated_after: 1_700_000_000 }, SINCE],
	])('understands %j as %j', async (given, meant) => {
		const list = await asTool(given);
		// The note quotes what was given.
		expect({ ...list, note: '' }).toEqual({ ...(await asTool(meant)), note: '' });
		expect(list.projects).not.toEqual([]);
	});
});

it('each note says which call gets the rest, also where many projects have one time', async () => {
	const rows = Array.from({ length: 260 }, (_, number) => {
		return { id: `p${number}`, updated_at: `2026-01-01T00:0${9 - Math.ceil(number / 50)}:00Z` };
	});
	const service = await serve((response, to) => answer(response, 200, pageFor(rows, to)));
	const seen = new Set<string>();
	let given: IDataObject = { limit: 100 };
	for (let calls = 0; calls < 6; calls++) {
		const { items } = await runCollab({ ...asSomebody(service, {}, [given]), type: TOOL });
		const { projects, note } = items[0]?.json as { projects: Array<{ id: string }>; note: string };
		for (const { id } of projects) seen.add(id);
		const [, updated_before] = /updated_before (\S+Z)/.exec(note) ?? [];
		if (!updated_before) break;
		given = { limit: 100, updated_before };
	}
	expect(seen.size).toBe(260);
});

it('a tool sends at most four requests at once', async () => {
	const rows = Array.from({ length: 2_000 }, (_, id) => ({ id: `${id}` }));
	const counts = { open: 0, most: 0 };
	const service = await serve((response, to) => {
		counts.most = Math.max(counts.most, ++counts.open);
		response.once('close', () => counts.open--);
		setTimeout(() => answer(response, 200, pageFor(rows, to)), 50);
	});
	await runCollab({ ...asSomebody(service, { operation: 'summarize' }), type: TOOL });
	expect(counts.most).toBe(4);
});

it.each([
	['long names', 100, { name: 'x'.repeat(15_000) }, 2],
	['a name that is too long for any answer', 2, { name: 'x'.repeat(200_000) }, 0],
	['names of another script', 100, { name: '例'.repeat(150) }, 36],
	['long statuses', 100, { status: '例'.repeat(2_000) }, 3],
	['usual names', 100, { name: 'Website relaunch of a customer', owner_id: 'usr_0001' }, 100],
])('an answer has at most about 20,000 tokens, whole projects: with %s', async (...row) => {
	const [, count, fields, returned] = row;
	const projects = Array.from({ length: count }, (_row, number) => {
		const more = 'status' in fields ? { status: `${number} ${fields.status}` } : fields;
		return { id: `proj_${number}`, updated_at: '2026-01-01T00:00:00Z', ...more };
	});
	const service = await serve(always(200, listOf(projects)));
	const answerTo = async (parameters: INodeParameters) => {
		const run = asSomebody(service, { output: 'raw', ...parameters });
		const { items } = await runCollab({ ...run, type: TOOL });
		const text = JSON.stringify(items.map((item) => item.json));
		// No model makes more of it than a token of two ASCII characters, or of one byte of another script.
		const other = Buffer.byteLength(text.replace(/[\0-\x7f]/g, ''));
		expect((Buffer.byteLength(text) + other) / 2).toBeLessThanOrEqual(20_000);
		return items[0]?.json as { projects: object[]; note: string };
	};
	const json = await answerTo({ limit: 100 });
	const has_more = returned < count;
	expect(json).toMatchObject({ returned, has_more, total_matching: count });
	expect(json.projects.filter((project) => 'updated_at' in project)).toHaveLength(returned);
	const cut = /^Cut: \d+ of \d+\. An answer has at most about 20,000 tok/;
	expect(cut.test(json.note)).toBe(has_more);
	await answerTo({ operation: 'summarize' });
});

it.each([
	['limit', -1, 'a number, 1 or more'],
	['updated_after', 'next tuesday', 'a date'],
	['name_contains', true, 'text'],
	['owner_ids', 'Ann Lee', 'values such as usr_1'],
	['status', 'completed', 'one of all, active, archived; use Statuses for other words'],
])('an error names the argument %s that the model gave as %j, and what to send', async (...row) => {
	const [name, value, wanted] = row;
	const run = asSomebody({ baseUrl: 'http://127.0.0.1:1/v1' }, {}, [{ [name]: value }]);
	const { error } = await runCollab({ ...run, type: TOOL });
	const words = `argument '${name}' cannot be used. It must be ${wanted}`;
	expect(error?.message).toContain(words);
	expect(error?.message).not.toMatch(/expression|parameter/);
});

it('an error says in its message what to do, for a model gets no more of it', async () => {
	const service = await serve(always(403));
	const { error } = await runCollab({ ...asSomebody(service), type: TOOL });
	expect(error?.message).toMatch(/does not allow .* \(status 403\)\. .*ask an administrator/);
	expect(error?.description).toBeFalsy();
});
