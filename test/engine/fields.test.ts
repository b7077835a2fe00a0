/** What every field of the nodes does: no field is declared without an effect that stands here, and each refuses what it cannot use. */
import type { INodeParameters } from 'n8n-workflow';
import { TRIGGER_EVENTS } from '../../nodes/Collab/core/changes/options';
import type { ProjectRecord } from '../sandboxes';
import { connectedTo } from './harness/credentials';
import {
	dateIn,
	daysAgo,
	having,
	initials,
	type Kind,
	minutesAgo,
	NODES,
	resultOf,
	sandbox,
	sorted,
	withValue,
} from './harness/fields';
import { limitClock } from './harness/runCollab';
import { answer, pageFor, type Script } from './harness/scriptedServer';
import { activateTrigger } from './harness/triggers';

/** The initials of the projects that are left with each value. */
const CASES: ReadonlyArray<readonly [field: string, value: unknown, left: string]> = [
	['status', 'active', 'BCDEGLW'],
	['status', 'archived', 'A'],
	['filters.createdAfter', daysAgo(500), 'BCDEGLW'],
	['filters.createdBefore', daysAgo(500), 'A'],
	['filters.updatedAfter', minutesAgo(120), 'L'],
	['filters.updatedBefore', minutesAgo(120), 'ABCDEGW'],
	['filters.notUpdatedForDays', 7, 'EG'],
	['filters.nameContains', 'shop', 'W'],
	['filters.ownerIds', ['usr_2', 'usr_3'], 'AL'],
	['filters.ownerIds', 'usr_4, usr_5', 'CDEG'],
	['filters.projectIds', '["proj_Web shop"]', 'W'],
	['filters.statuses', 'Archived', 'A'],
	['filters.dueWithinDays', 10, 'B'],
	['filters.minProgress', ' 50 ', 'BL'],
	['filters.maxProgress', 25, 'CW'],
	['filters.overdue', 'only', 'C'],
	['filters.overdue', 'exclude', 'ABDEGLW'],
];
it.each(CASES)(
	'%s %j leaves %s: listed, counted, and for a trigger',
	async (field, value, left) => {
		const parameters = withValue(field, value);
		expect(sorted((await resultOf('list', parameters)).items)).toBe(left);
		const { items } = await resultOf('summarize', parameters);
		expect(items).toMatchObject([{ json: { total: left.length } }]);
		expect(sorted((await resultOf('trigger', parameters)).items)).toBe(left);
	},
);

const FIRST: ReadonlyArray<readonly [Kind, INodeParameters, given: string]> = [
	['list', { returnAll: false, limit: 3 }, 'LWB'],
	['list', { returnAll: true, limit: 3 }, 'LWBCADEG'],
	['list', { sortBy: 'updated_at', order: 'asc' }, 'GEDACBWL'],
	['list', { sortBy: 'name', order: 'desc' }, 'WLGEDCBA'],
	['list', { sortBy: 'created_at', order: 'asc' }, 'ABCDEGLW'],
	['trigger', { startFrom: 'now' }, ''],
	['trigger', { startFrom: 'all' }, 'GEDACBWL'],
	['trigger', { startFrom: 'since', changedSince: daysAgo(3.5) }, 'BWL'],
];
it.each(FIRST)('a %s with %j begins with %s', async (kind, parameters, given) => {
	expect(initials((await resultOf(kind, parameters)).items)).toBe(given);
});

const FORMATS: ReadonlyArray<readonly [INodeParameters, has: string]> = [
	[{ output: 'simplified' }, 'name owner_id'],
	[{ output: 'raw' }, 'description name owner_id'],
	[{ output: 'selected', fields: ['description'] }, 'description'],
	[{ addComputedFields: true }, 'is_overdue name owner_id'],
];
it.each(FORMATS)('of four fields, items with %j have %s', async (parameters, has) => {
	const all = ['description', 'is_overdue', 'name', 'owner_id'];
	for (const kind of ['list', 'trigger'] as const) {
		const { items } = await resultOf(kind, parameters);
		expect(all.filter((field) => field in (items[0]?.json ?? {})).join(' ')).toBe(has);
	}
});

const limits = limitClock();

function projects(...[response, to]: Parameters<Script>): void {
	const rows = Array.from({ length: 900 }, (_, id) => ({ id: `${id}`, updated_at: minutesAgo(1) }));
	answer(response, 200, pageFor(rows, to));
}
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

it.each([
	['maxConcurrentRequests', 1, inTurn, undefined],
	['maxConcurrentRequests', 8, inTurn, /does not allow|limiting/],
	['maxRetryWait', 0, limitedOnce, /limiting/],
	['maxRetryWait', 60, limitedOnce, undefined],
] as const)('%s %d decides whether such a service is asked well', async (...row) => {
	const [option, value, script, error] = row;
	for (const { kind } of having(`options.${option}`)) {
		const options = { maxRetryWait: 0, [option]: value };
		const outcome = await resultOf(kind, { options }, script);
		const message = error && (expect.stringMatching(error) as string);
		expect([kind, outcome.error?.message]).toEqual([kind, message]);
	}
});

it('each request ends after the timeout', async () => {
	for (const { kind } of having('options.timeout')) {
		await resultOf(kind, { options: { timeout: 7 } });
		expect([kind, new Set(limits.set())]).toEqual([kind, new Set([7])]);
	}
});

const update = (name: string, fields: Partial<ProjectRecord>) =>
	sandbox.projects.update(`proj_${name}`, { updated_at: minutesAgo(60), ...fields });

/** One change for each event, an hour ago. */
function change(): void {
	update('Web shop', { description: 'Another one', end_date: dateIn(-2) });
	update('Lake', { completed_task_count: 3 });
	update('Archive', { status: 'active' });
	update('Booth', { completed_task_count: 2 });
	update('Campus', { status: 'archived' });
	sandbox.projects.remove('proj_Depot');
	update('Exhibition', { end_date: dateIn(5) });
	const stamps = { created_at: minutesAgo(60), updated_at: minutesAgo(60) };
	sandbox.projects.create({ id: 'proj_Fair', name: 'Fair', ...stamps });
}

/** Publishes a trigger, lets it see the changes, then one that the service shows late, then so many days pass. */
async function watch(parameters: INodeParameters, days: readonly number[] = []) {
	const trigger = await activateTrigger(await connectedTo(sandbox, parameters));
	change();
	for (let polls = 0; polls < 2; polls += 1) await trigger.tick();
	update('Gallery', { description: 'Late', updated_at: minutesAgo(90) });
	await trigger.tick();
	for (const day of days) {
		jest.spyOn(Date, 'now').mockReturnValue(Date.parse(daysAgo(-day)));
		await trigger.tick();
	}
	expect(trigger.errors).toEqual([]);
	return trigger.emitted.flat();
}

it.each(TRIGGER_EVENTS)('the trigger delivers %s, and nothing else', async (event) => {
	const items = await watch({ events: [event] }, [40, 41]);
	expect(new Set(items.map(({ json }) => json['event']))).toEqual(new Set([event]));
});

const EDITED = { events: ['updated'], fieldsToWatch: ['description'] };
const WATCHED: ReadonlyArray<readonly [INodeParameters, delivered: string]> = [
	[{ events: ['removed'], options: { lookBack: 0 } }, 'D'],
	[{ events: ['removed'], options: { lookBack: 60 } }, ''],
	[{ ...EDITED, fieldsToWatch: ['end_date'] }, 'EW'],
	[{ events: ['dueSoon'], dueSoonDays: 3 }, ''],
	[{ events: ['dueSoon'], dueSoonDays: 30 }, 'E'],
	[{ events: ['becameStale'], staleDays: 30 }, 'AEFGLW'],
	[{ events: ['becameStale'], staleDays: 100 }, ''],
];
it.each(WATCHED)('a trigger with %j delivers %j', async (parameters, names) => {
	expect(sorted(await watch(parameters, 'staleDays' in parameters ? [40] : []))).toBe(names);
});

it('previous values come where they are asked for', async () => {
	const changes = { description: { from: '', to: 'Another one' } };
	const [item] = await watch({ ...EDITED, includePreviousValues: true });
	expect(item?.json).toMatchObject({ changes });
});

it('no field is declared whose effect is not stated, here or in the tests of its operation', () => {
	const names = [...FORMATS, ...WATCHED].flatMap(([parameters]) => Object.keys(parameters));
	const others = ['resource', 'operation', 'confirmRevocation', 'tokens', 'authentication'];
	const stated = [...CASES, ...names, ...others, ...FIRST.flatMap((row) => Object.keys(row[1]))];
	const all = [...stated.flat(), 'includePreviousValues'];
	const declared = NODES.flatMap(({ fields }) => fields.map(({ name }) => name));
	expect(declared.filter((name) => !/^options\./.test(name) && !all.includes(name))).toEqual([]);
});
