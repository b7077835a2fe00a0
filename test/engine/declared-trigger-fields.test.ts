/** Every field that the trigger declares has an effect: with another value, other items come, or the service is asked in another way. */
import type { INodeParameters, NodeParameterValueType } from 'n8n-workflow';
import { startSandbox, type ProjectRecord, type Sandbox } from '../../dev/sandbox';
import { TRIGGER_EVENTS } from '../../nodes/Collab/core/changes/options';
import { activateTrigger } from './harness/activateTrigger';
import { withBoth } from './harness/asSomebody';
import { choicesOf, declaredTriggerFields, withValue } from './harness/declaredFields';

/** n8n's clock stands still until forty days pass, so that two runs differ by their parameters only. */
const NOW_MS = Date.now();
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const minutesAgo = (minutes: number) => new Date(NOW_MS - minutes * MINUTE_MS).toISOString();
const daysAgo = (days: number) => new Date(NOW_MS - days * DAY_MS).toISOString();
const dateIn = (days: number) => daysAgo(-days).slice(0, 10);

interface Case {
	/** Where the field declares no choices: values of which each has an effect of its own. */
	readonly values?: readonly NodeParameterValueType[];
	/** Other parameters without which the field is not used. */
	readonly with?: INodeParameters;
}

/** By the field's path. The changes that these values distinguish are those of `change` and `changeLate`. */
const CASES: Readonly<Record<string, Case>> = {
	// Each of the others: see below.
	events: { values: [['created'], ['updated']] },
	changedSince: { values: [daysAgo(3), daysAgo(1)], with: { startFrom: 'since' } },
	startFrom: { with: { changedSince: daysAgo(300) } },
	fields: { values: [['name'], ['name', 'status']], with: { output: 'selected' } },
	'filters.createdAfter': { values: [daysAgo(500), daysAgo(300)] },
	'filters.createdBefore': { values: [daysAgo(500), daysAgo(300)] },
	'filters.updatedAfter': { values: [minutesAgo(120), minutesAgo(30)] },
	'filters.updatedBefore': { values: [minutesAgo(120), minutesAgo(30)] },
	'filters.notUpdatedForDays': { values: [0, 1] },
	'filters.nameContains': { values: ['data', 'web'] },
	'filters.ownerIds': { values: ['usr_1', 'usr_2, usr_3'] },
	'filters.minProgress': { values: [20, 80] },
	'filters.maxProgress': { values: [20, 80] },
	'options.dueSoonDays': { values: [3, 30], with: { events: ['dueSoon'] } },
	'options.fieldsToWatch': { values: [['description'], ['end_date']] },
	'options.lookBack': { values: [0, 60] },
	'options.staleDays': { values: [10, 100], with: { events: ['becameStale'] } },
};

const clock = jest.spyOn(Date, 'now');
afterAll(() => jest.restoreAllMocks());

/** What there is when the workflow is published, by name. */
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

/** One change for each event, an hour ago. */
function change({ projects }: Sandbox): void {
	const updated_at = minutesAgo(60);
	const update = (name: string, fields: Partial<ProjectRecord>) =>
		projects.update(named({ projects }, name), { updated_at, ...fields });
	update('Web shop', { description: 'Another one', end_date: dateIn(-2) });
	update('Data lake', { completed_task_count: 3 });
	update('Archive', { status: 'active' });
	update('Booth', { completed_task_count: 2 });
	update('Campus', { status: 'archived' });
	projects.remove(named({ projects }, 'Depot'));
	update('Exhibition', { end_date: dateIn(5) });
	projects.create({ id: 'proj_Fair', name: 'Fair', created_at: updated_at, updated_at });
}

/** What the service shows only now, although it happened before. */
function changeLate({ projects }: Sandbox): void {
	const id = named({ projects }, 'Gallery');
	projects.update(id, { description: 'Late', updated_at: minutesAgo(90) });
}

function named({ projects }: Pick<Sandbox, 'projects'>, wanted: string): string {
	const project = projects.all().find(({ name }) => name === wanted);
	if (project === undefined) throw new Error(`There is no project "${wanted}"`);
	return project.id;
}

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox({ projects: 0, now: () => NOW_MS - 2 * DAY_MS });
});
afterAll(async () => await sandbox.close());

/** What the trigger delivers of these changes, and how it asked for them. */
async function run(parameters: INodeParameters) {
	clock.mockReturnValue(NOW_MS);
	sandbox.clearRequests();
	for (const { id } of sandbox.projects.all()) sandbox.projects.remove(id);
	for (const [name, fields] of Object.entries(PROJECTS)) {
		const stamps = { created_at: daysAgo(400), updated_at: daysAgo(2) };
		sandbox.projects.create({
			id: `proj_${name}`,
			name,
			end_date: dateIn(200),
			...stamps,
			...fields,
		});
	}
	const account = { ...sandbox, token: await sandbox.issueToken() };
	const trigger = await activateTrigger(withBoth(account, parameters));
	change(sandbox);
	await trigger.tick();
	changeLate(sandbox);
	await trigger.tick();
	clock.mockReturnValue(NOW_MS + 40 * DAY_MS);
	await trigger.tick();
	trigger.stop();
	expect(trigger.errors).toEqual([]);
	return {
		items: trigger.emitted.flat().map(({ json }) => json),
		used: [...new Set(sandbox.requests.map(({ authentication }) => authentication))],
	};
}

const BASE: INodeParameters = { authentication: 'apiKey', output: 'raw' };

it('delivers the same twice for the same parameters', async () => {
	const { items } = await run(BASE);
	expect(items).not.toEqual([]);
	expect((await run(BASE)).items).toEqual(items);
});

it('there is a change for every event', async () => {
	for (const event of TRIGGER_EVENTS) {
		const { items } = await run({ ...BASE, events: [event] });
		expect(new Set(items.map((item) => item['event']))).toEqual(new Set([event]));
	}
});

it.each(declaredTriggerFields())('$path', async (field) => {
	const { values = choicesOf(field), with: more } = CASES[field.path] ?? {};
	if (values === undefined)
		throw new Error(`Which values of "${field.path}" differ? Add it to CASES.`);
	const seen = [];
	for (const value of values) {
		seen.push(JSON.stringify(await run(withValue({ ...BASE, ...more }, field, value))));
	}
	expect(new Set(seen).size).toBe(values.length);
});
