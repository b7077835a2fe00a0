/** Collab Trigger with a service in trouble, and with another account. */
import type { NodeOperationError } from 'n8n-workflow';
import { purposeOf } from '../../nodes/Collab/trigger/poll';
import { asSomebody } from './harness/credentials';
import { expectNoSecretIn, limitClock } from './harness/runCollab';
import { always, answer, listOf, type Script, serve } from './harness/scriptedServer';
import { activateTrigger, delivered, published, testTrigger } from './harness/triggers';

/** A poll has no option to wait less: what it waits before it tries again, up to 6 s, ends at once here. */
const { setTimeout: start } = globalThis;
const startSooner = (run: () => void, ms = 0) => start(run, ms >= 200 && ms <= 6_000 ? 0 : ms);
beforeAll(() => void (globalThis.setTimeout = startSooner as typeof setTimeout));
afterAll(() => void (globalThis.setTimeout = start));

const limits = limitClock();

const stamp = (second: number) => `2026-01-01T00:00:0${second}Z`;
const project = (name: string, second: number) => ({
	id: `proj_${name}`,
	name,
	created_at: stamp(second),
	updated_at: stamp(second),
});

/** A service with one project, which answers with this status, or does this, at first. */
async function serviceInTrouble(status: number | Script, headers: Record<string, string> = {}) {
	const projects = [project('old', 1)];
	const trouble = { status, add: () => projects.unshift(project('new', 2)) };
	const { baseUrl } = await serve((...request) => {
		const [response] = request;
		if (typeof trouble.status === 'function') trouble.status(...request);
		else if (trouble.status === 200) answer(response, 200, listOf(projects));
		else answer(response, trouble.status, {}, headers);
	});
	return { trouble, baseUrl };
}

const webPage = always(200, '<html>');

it.each<[what: string, status: number | Script, message: RegExp]>([
	['403', 403, /does not allow/],
	['an answer that is no list', webPage, /could not be understood/],
	['an answer without end', limits.unending, /did not answer in time.*The next poll tries again/],
])(
	'a poll that gets %s ends, fails and changes nothing: the next one delivers what it would have delivered',
	async (_what, status, message) => {
		const { trouble, baseUrl } = await serviceInTrouble(200);
		const trigger = await activateTrigger(asSomebody({ baseUrl }));
		const state = trigger.state();
		trouble.add();
		trouble.status = status;
		await trigger.tick();
		const [error, ...others] = trigger.errors as NodeOperationError[];
		expect(`${error?.message}. ${error?.description}`).toMatch(message);
		expect(others).toEqual([]);
		expectNoSecretIn(trigger.errors);
		expect([trigger.emitted, trigger.state()]).toEqual([[], state]);
		trouble.status = 200;
		await trigger.tick();
		expect(delivered(trigger)).toEqual([['created new']]);
		expect(new Set(limits.set())).toEqual(new Set([30]));
	},
);

it('of polls in mode update, those with five minutes register the trigger', () => {
	const settings = asSomebody({ baseUrl: 'https://collab.test/v1' });
	const { context } = published({ ...settings, mode: 'update' }, jest.fn(), jest.fn());
	expect(purposeOf(context)).toBe('publish');
});

it.each([
	['1', ['created new']],
	// A poll has 36 seconds.
	['37', undefined],
])('a poll retries within its own time (Retry-After: %s)', async (seconds, items) => {
	const { trouble, baseUrl } = await serviceInTrouble(200);
	const trigger = await activateTrigger(asSomebody({ baseUrl }));
	trouble.add();
	trouble.status = (response) => {
		trouble.status = 200;
		answer(response, 429, {}, { 'Retry-After': seconds });
	};
	await trigger.tick();
	expect(delivered(trigger)).toEqual(items ? [items] : []);
	expect(trigger.errors).toHaveLength(items ? 0 : 1);
});

it.each([
	['init', 401],
	['leadershipChange', 403],
	['activate', 429],
	['activate', limits.unending],
] as const)(
	'trouble that a person does not see, or that passes, lets the trigger live (%s, %p)',
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

type Start = (settings: ReturnType<typeof asSomebody>) => Promise<unknown>;
it.each<[what: string, start: Start, message: RegExp]>([
	// There, n8n shows the message alone.
	['publishes', activateTrigger, /HTTPS.*Check the 'Base URL'/s],
	['fetches a test event', async (settings) => (await testTrigger(settings)).error, /HTTPS/],
])(
	'where a person %s, what lasts is tried once, and no next poll is promised',
	async (_what, start, message) => {
		const service = await serve(webPage);
		const started = start(asSomebody({ baseUrl: service.baseUrl.replace('http:', 'https:') }));
		const error = (await started.catch((reason: unknown) => reason)) as NodeOperationError;
		expect(error.message).toMatch(message);
		expect(error.description).toMatch(/^Try again later\. Check the 'Base URL'/);
		expect(service.connections()).toBe(1);
	},
);
