/** Every field that the nodes declare has an effect: with another value, other items or another error come, or requests are sent in another way. */
import { setTimeout as startTimer } from 'node:timers';
import type { INodeParameters, NodeParameterValueType } from 'n8n-workflow';
import { startSandbox, type ProjectRecord, type Sandbox } from '../../dev/sandbox';
import { TRIGGER_EVENTS } from '../../nodes/Collab/core/changes/options';
import { withBoth } from './harness/asSomebody';
import {
	choicesOf,
	declaredFields,
	declaredOperations,
	declaredTriggerFields,
	withValue,
} from './harness/declaredFields';
import { runCollab } from './harness/runCollab';
import { answer, pageOf, scriptedServers, type Script } from './harness/scriptedServer';
import { activateTrigger } from './harness/triggers';
import { withoutWaits } from './harness/withoutWaits';

withoutWaits();

const serve = scriptedServers();

/** n8n's clock stands still until forty days pass, so that two runs of the trigger differ by their parameters only. */
const NOW_MS = Date.now();
const DAY_MS = 86_400_000;

const minutesAgo = (minutes: number) => new Date(NOW_MS - minutes * 60_000).toISOString();
const daysAgo = (days: number) => minutesAgo(days * 24 * 60);
const dateIn = (days: number) => daysAgo(-days).slice(0, 10);

interface Case {
	/** Where the field declares no choices: values of which each has an effect of its own. */
	readonly values?: readonly NodeParameterValueType[];
	/** Other parameters without which the field is not used. */
	readonly with?: INodeParameters;
	/** A value that is refused, where it is not only its type. */
	readonly refused?: NodeParameterValueType;
	/** What is seen of a run, where items and errors do not show it. */
	readonly observe?: (parameters: INodeParameters) => Promise<unknown>;
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
	'filters.ownerIds': { refused: ' , ', values: ['usr_1', 'usr_2, usr_3'] },
	'filters.minProgress': { refused: 101, values: [20, 80] },
	'filters.maxProgress': { refused: -1, values: [20, 80] },
	'options.dueSoonDays': { refused: -1, values: [3, 30], with: { events: ['dueSoon'] } },
	'options.fieldsToWatch': { values: [['description'], ['end_date']] },
	'options.lookBack': { values: [0, 60] },
	'options.staleDays': { refused: 0.5, values: [10, 100], with: { events: ['becameStale'] } },
	'options.maxConcurrentRequests': { refused: 0, values: [1, 8], observe: areRequestsConcurrent },
	'options.maxRetryWait': {
		refused: -1,
		values: [0, 60],
		observe: async (parameters) => await endOf(limitedOnce, parameters),
	},
	'options.timeout': {
		values: [0.1, 30],
		with: { options: { maxRetryWait: 0 } },
		observe: async (parameters) => await endOf(slow, parameters),
	},
};

const projects =
	(count: number): Script =>
	(response, request) => {
		const row = { updated_at: minutesAgo(1) };
		const rows = Array.from({ length: count }, (_row, number) => ({
			id: `proj_${number}`,
			...row,
		}));
		answer(response, 200, pageOf(rows, request));
	};
const slow: Script = (...request) => void startTimer(() => projects(1)(...request), 200);
const limitedOnce: Script = (...request) =>
	request[2] === 1 ? answer(request[0], 429) : projects(1)(...request);

async function endOf(script: Script, parameters: INodeParameters): Promise<unknown> {
	const { error, items } = await runCollab(withBoth(await serve(script), parameters));
	return { error: error?.message, isEmpty: items.length === 0 };
}

/** Whether the service had more than one request to answer at some time. */
async function areRequestsConcurrent(parameters: INodeParameters): Promise<boolean> {
	let open = 0;
	let most = 0;
	await endOf((response, ...request) => {
		most = Math.max(most, ++open);
		response.once('close', () => open--);
		startTimer(() => projects(900)(response, ...request), 10);
	}, parameters);
	return most > 1;
}

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
beforeAll(async () => {
	sandbox = await startSandbox({ projects: 0, now: () => NOW_MS - 2 * DAY_MS });
});
afterAll(async () => await sandbox.close());

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

const account = async () => ({ ...sandbox, token: await sandbox.issueToken() });
const used = () => [...new Set(sandbox.requests.map(({ authentication }) => authentication))];

/** Items or error, and how the service was asked for them. */
async function run(parameters: INodeParameters) {
	reset();
	change();
	const { items, error } = await runCollab(withBoth(await account(), parameters));
	const isOfRun = (name: string) => ['summarized_at', 'revoked_at'].includes(name);
	const rows = items.map(({ json }) =>
		Object.fromEntries(Object.entries(json).filter(([name]) => !isOfRun(name))),
	);
	return { rows, error: error?.message, used: used() };
}

/** What the trigger delivers of the changes, and how it asked for them. */
async function poll(parameters: INodeParameters) {
	const clock = jest.spyOn(Date, 'now').mockReturnValue(NOW_MS);
	reset();
	const trigger = await activateTrigger(withBoth(await account(), parameters)).catch(
		(error: unknown) => (error as Error).message,
	);
	if (typeof trigger === 'string') return { error: trigger, used: used() };
	change();
	await trigger.tick();
	// What the service shows only now, although it happened before.
	update('Gallery', { description: 'Late', updated_at: minutesAgo(90) });
	await trigger.tick();
	clock.mockReturnValue(NOW_MS + 40 * DAY_MS);
	await trigger.tick();
	trigger.stop();
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

const nodes = [
	...declaredOperations().map((chosen) => {
		const key = `${chosen.resource}/${chosen.operation}`;
		const base = { ...chosen, ...PARAMETERS[key] };
		return { key, base, result: run, fields: declaredFields(chosen) };
	}),
	{
		key: 'trigger',
		base: { ...PARAMETERS['trigger'] },
		result: poll,
		fields: declaredTriggerFields(),
	},
];

describe.each(nodes)('$key', ({ base, result, fields }) => {
	it('gives the same twice for the same parameters', async () => {
		const first = await result(base);
		expect('error' in first && first.error).toBeFalsy();
		expect(await result(base)).toEqual(first);
	});

	it.each(fields)('$path has an effect', async (field) => {
		const { values = choicesOf(field), with: more, observe = result } = CASES[field.path] ?? {};
		if (values === undefined)
			throw new Error(`Which values of "${field.path}" differ? Add it to CASES.`);
		const seen = [];
		for (const value of values)
			seen.push(JSON.stringify(await observe(withValue({ ...base, ...more }, field, value))));
		expect(new Set(seen).size).toBe(values.length);
	});

	// Whether it was confirmed has a refusal of its own.
	const checked = fields.filter(({ path }) => path !== 'confirmRevocation');

	it.each(checked)('$path is named when it cannot be used, and nothing is sent', async (field) => {
		const { with: more, refused = '={{ [{}] }}' } = CASES[field.path] ?? {};
		const outcome = await result(withValue({ ...base, ...more }, field, refused));
		const words = `The parameter '${field.property.displayName}' cannot be used`;
		expect(outcome).toMatchObject({ error: words, used: [] });
	});
});

it.each(TRIGGER_EVENTS)('the trigger delivers %s, and nothing else', async (event) => {
	const { items = [] } = await poll({ ...PARAMETERS['trigger'], events: [event] });
	expect(new Set(items.map((item) => item['event']))).toEqual(new Set([event]));
});
