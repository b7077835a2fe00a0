/** Every field that the nodes declare has an effect: with another value, other items or another error come, or requests are sent in another way. */
import type { INodeParameters, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { Collab } from '../../nodes/Collab/Collab.node';
import { CollabTrigger } from '../../nodes/Collab/CollabTrigger.node';
import { TRIGGER_EVENTS } from '../../nodes/Collab/core/changes/options';
import { openSandbox, type ProjectRecord, type Sandbox } from '../sandboxes';
import { connected, connectedTo } from './harness/credentials';
import { limitClock, runCollab } from './harness/runCollab';
import { answer, pageFor, type Script, serve } from './harness/scriptedServer';
import { activateTrigger } from './harness/triggers';

/** n8n's clock stands still until forty and one more days pass, so that two runs of the trigger differ by their parameters only. */
const NOW_MS = Date.now();

const minutesAgo = (minutes: number) => new Date(NOW_MS - minutes * 60_000).toISOString();
const daysAgo = (days: number) => minutesAgo(days * 24 * 60);
const dateIn = (days: number) => daysAgo(-days).slice(0, 10);

function projects(...[response, to]: Parameters<Script>): void {
	const updated_at = minutesAgo(1);
	const rows = Array.from({ length: 900 }, (_row, number) => ({ id: `${number}`, updated_at }));
	answer(response, 200, pageFor(rows, to));
}
const slow = limitClock().after(0.2, projects);
const limitedOnce: Script = (...request) =>
	request[2] === 1 ? answer(request[0], 429) : projects(...request);
/** Refuses a request that comes before another has its answer. What is sent at once comes in few turns of the event loop. */
let open = 0;
const inTurn: Script = (...request) => {
	const answerIn = (turns: number): unknown =>
		turns > 0 ? setImmediate(answerIn, turns - 1) : projects(...request);
	request[0].once('close', () => open--);
	if (++open > 1) answer(request[0], 403);
	else answerIn(100);
};

/** Fails at the first refusal. */
const AT_ONCE = { options: { maxRetryWait: 0 } };

interface Case {
	/** Where the field declares no choices: values of which each has an effect of its own. */
	readonly values?: readonly unknown[];
	/** Other parameters without which the field is not used. */
	readonly with?: INodeParameters;
	/** A value that is refused, where it is not only its type. */
	readonly refused?: unknown;
	/** A service that shows the effect, where items and errors of the others do not. */
	readonly script?: Script;
}

/** By the field's path, for all operations and the trigger. The values tell those of `PROJECTS` and of the changes below apart. */
const CASES: Readonly<Record<string, Case>> = {
	resource: { with: { authentication: 'oAuth2' } },
	limit: { refused: 0, values: [3, 5], with: { returnAll: false } },
	returnAll: { with: { limit: 2 } },
	// Each of the others: see below.
	events: { values: [['created'], ['updated']] },
	changedSince: { values: [daysAgo(3), daysAgo(1)], with: { startFrom: 'since' } },
	startFrom: { with: { changedSince: daysAgo(300) } },
	fields: { values: [['name'], ['name', 'status']], with: { output: 'selected' } },
	'filters.createdAfter': { values: [daysAgo(500), daysAgo(300)] },
	'filters.createdBefore': { values: [daysAgo(500), daysAgo(300)] },
	'filters.updatedAfter': { refused: 'last week', values: [minutesAgo(120), minutesAgo(30)] },
	'filters.updatedBefore': { values: [minutesAgo(120), minutesAgo(30)] },
	'filters.notUpdatedForDays': { values: [0, 1] },
	'filters.nameContains': { values: ['data', 'web'] },
	'filters.ownerIds': { refused: ' , ', values: ['usr_1', ['usr_2', 'usr_3'], 'usr_4, usr_5'] },
	'filters.projectIds': { refused: 'none', values: ['proj_Booth', '["proj_Web shop"]'] },
	'filters.statuses': { refused: 'null', values: [['active'], 'Archived'] },
	'filters.dueWithinDays': { refused: -1, values: [10, 300] },
	'filters.minProgress': { refused: 101, values: [20, 80] },
	'filters.maxProgress': { refused: 101, values: [20, 80] },
	dueSoonDays: { refused: -1, values: [3, 30], with: { events: ['dueSoon'] } },
	fieldsToWatch: { values: [['description'], ['end_date']] },
	'options.lookBack': { values: [0, 60] },
	staleDays: { refused: 0.5, values: [10, 100], with: { events: ['becameStale'] } },
	'options.maxConcurrentRequests': { refused: 0, values: [1, 8], with: AT_ONCE, script: inTurn },
	'options.maxRetryWait': { refused: -1, values: [0, 60], script: limitedOnce },
	'options.timeout': { values: [0.1, 30], with: AT_ONCE, script: slow },
};

/** What there is when the trigger is published, by name. */
const PROJECTS: Readonly<Record<string, Partial<ProjectRecord>>> = {
	'Web shop': { owner_id: 'usr_1', task_count: 4, completed_task_count: 1 },
	'Data lake': { owner_id: 'usr_2', task_count: 4, completed_task_count: 4 },
	Archive: { owner_id: 'usr_3', status: 'archived', created_at: daysAgo(600) },
	Booth: { owner_id: 'usr_1', task_count: 2, completed_task_count: 1, created_at: daysAgo(600) },
	Campus: { owner_id: 'usr_4' },
	Depot: { owner_id: 'usr_4' },
	Exhibition: { owner_id: 'usr_5' },
	Gallery: { owner_id: 'usr_5' },
};

let sandbox: Sandbox;
beforeAll(async () => (sandbox = await openSandbox({ projects: 0, now: () => NOW_MS })));

function reset(): void {
	sandbox.clearRequests();
	for (const { id } of sandbox.projects.all()) sandbox.projects.remove(id);
	const stamps = { created_at: daysAgo(400), updated_at: daysAgo(2), end_date: dateIn(200) };
	for (const [name, fields] of Object.entries(PROJECTS))
		sandbox.projects.create({ id: `proj_${name}`, name, ...stamps, ...fields });
}

const update = (name: string, fields: Partial<ProjectRecord>) =>
	sandbox.projects.update(`proj_${name}`, { updated_at: minutesAgo(60), ...fields });

/** One change for each event, an hour ago. */
function change(): void {
	update('Web shop', { description: 'Another one', end_date: dateIn(-2) });
	update('Data lake', { completed_task_count: 3 });
	update('Archive', { status: 'active' });
	update('Booth', { completed_task_count: 2 });
	update('Campus', { status: 'archived' });
	sandbox.projects.remove('proj_Depot');
	update('Exhibition', { end_date: dateIn(5) });
	const stamps = { created_at: minutesAgo(60), updated_at: minutesAgo(60) };
	sandbox.projects.create({ id: 'proj_Fair', name: 'Fair', ...stamps });
}

const used = () => [...new Set(sandbox.requests.map(({ authentication }) => authentication))];

/** Items or error, and how the service was asked for them. */
async function run(parameters: INodeParameters) {
	reset();
	change();
	const { items, error } = await runCollab(await connectedTo(sandbox, parameters));
	const rows = items.map(({ json }) => ({ ...json, summarized_at: 0, revoked_at: 0 }));
	return { rows, error: error?.message, used: used() };
}

async function runAt(script: Script, parameters: INodeParameters) {
	const { error, items } = await runCollab(connected(await serve(script), parameters));
	return { error: error?.message, isEmpty: items.length === 0 };
}

/** What the trigger delivers of the changes, and how it asked for them. */
async function poll(parameters: INodeParameters) {
	const clock = jest.spyOn(Date, 'now').mockReturnValue(NOW_MS);
	reset();
	const trigger = await activateTrigger(await connectedTo(sandbox, parameters)).catch(
		(error: unknown) => (error as Error).message,
	);
	if (typeof trigger === 'string') return { error: trigger, used: used() };
	change();
	for (let polls = 0; polls < 2; polls += 1) await trigger.tick();
	// What the service shows only now, although it happened before.
	update('Gallery', { description: 'Late', updated_at: minutesAgo(90) });
	await trigger.tick();
	for (const days of [40, 41]) {
		clock.mockReturnValue(Date.parse(daysAgo(-days)));
		await trigger.tick();
	}
	clock.mockRestore();
	expect(trigger.errors).toEqual([]);
	return { items: trigger.emitted.flat().map(({ json }) => json), used: used() };
}

/** With the least that each operation needs to have a result. */
const PARAMETERS: Readonly<Record<string, INodeParameters>> = {
	'project/list': { authentication: 'apiKey', returnAll: true, output: 'raw' },
	'project/summarize': { authentication: 'apiKey' },
	'authorization/revoke': { authentication: 'oAuth2', confirmRevocation: true },
	trigger: { authentication: 'apiKey', output: 'raw' },
};

const { properties } = new Collab().description;
const valuesOf = ({ options = [] }: INodeProperties) =>
	(options as INodePropertyOptions[]).map(({ value }) => value);

/** Those of the operation; where a field says nothing of resources and operations, it is of all. */
const shownFor = (resource: string, operation: string) =>
	properties.filter(({ displayOptions: { show = {} } = {} }) => {
		const { resource: resources = [resource], operation: operations = [operation] } = show;
		return resources.includes(resource) && operations.includes(operation) && !show['@tool'];
	});

/** With the fields within collections, whose names stand after that of the collection. */
const flat = (declared: readonly INodeProperties[], parent = ''): INodeProperties[] =>
	declared
		.filter(({ type }) => type !== 'notice')
		.flatMap((field) =>
			field.type === 'collection'
				? flat(field.options as INodeProperties[], `${field.name}.`)
				: { ...field, name: `${parent}${field.name}` },
		);

const NODES = Object.entries(PARAMETERS).map(([key, parameters]) => {
	const [resource = '', operation] = key.split('/');
	const base = operation ? { resource, operation, ...parameters } : parameters;
	const fields = operation
		? shownFor(resource, operation)
		: new CollabTrigger().description.properties;
	return { key, base, fields: flat(fields), result: operation ? run : poll };
});

function withValue(parameters: INodeParameters, path: string, value: unknown): INodeParameters {
	const [name = '', inner] = path.split('.');
	if (inner === undefined) return { ...parameters, [name]: value } as INodeParameters;
	const collection = withValue((parameters[name] ?? {}) as INodeParameters, inner, value);
	return { ...parameters, [name]: collection };
}

describe.each(NODES)('$key', ({ base, result, fields }) => {
	it('gives the same twice for the same parameters', async () => {
		const first = await result(base);
		expect('error' in first && first.error).toBeFalsy();
		expect(await result(base)).toEqual(first);
	});

	it.each(fields)('another value of $name changes what comes or what is sent', async (field) => {
		const { name, type } = field;
		const choices = type === 'boolean' ? [true, false] : valuesOf(field);
		const { values = choices, with: more, script } = CASES[name] ?? {};
		// Where a field declares no choices, CASES has to name values that differ.
		expect(values.length).toBeGreaterThan(0);
		const seen = new Set<string>();
		for (const value of values) {
			const parameters = withValue({ ...base, ...more }, name, value);
			seen.add(JSON.stringify(await (script ? runAt(script, parameters) : result(parameters))));
		}
		expect(seen.size).toBe(values.length);
	});

	// Whether it was confirmed has a refusal of its own.
	const checked = fields.filter(({ name }) => name !== 'confirmRevocation');

	it.each(checked)('$name is named when it cannot be used, and nothing is sent', async (field) => {
		const { with: more, refused = '={{ [{}] }}' } = CASES[field.name] ?? {};
		const outcome = await result(withValue({ ...base, ...more }, field.name, refused));
		const named = `The parameter '${field.displayName}' cannot be used`;
		const error = expect.stringContaining(named) as string;
		expect(outcome).toMatchObject({ error, used: [] });
	});
});

it('no operation is left out', () => {
	const operations = properties.filter(({ name }) => name === 'operation').flatMap(valuesOf);
	for (const each of operations) expect(Object.keys(PARAMETERS).join()).toContain(`/${each}`);
});

it.each(TRIGGER_EVENTS)('the trigger delivers %s, and nothing else', async (event) => {
	const { items = [] } = await poll({ ...PARAMETERS['trigger'], events: [event] });
	expect(new Set(items.map((item) => item['event']))).toEqual(new Set([event]));
});
