/** States that n8n saves late, elsewhere or never, polls that overlap or hang, and workflows that are published again. */
import type { IPollFunctions } from 'n8n-workflow';
import { sessionOf } from '../../nodes/Collab/trigger/session';
import { openSandbox, type Sandbox } from '../sandboxes';
import { asSomebody } from './harness/credentials';
import type { TriggerSettings } from './harness/triggers';
import { activateTrigger, delivered, DurableTrigger } from './harness/triggers';

let sandbox: Sandbox;
let serviceTimeMs: number;
let settings: TriggerSettings;
let trigger: DurableTrigger;

beforeEach(async () => {
	serviceTimeMs = Date.now() - 7 * 86_400_000;
	sandbox = await openSandbox({ projects: 5, seed: 3, now: () => serviceTimeMs });
	settings = asSomebody(sandbox);
});
afterEach(() => jest.restoreAllMocks());

/** Starts a poll that hangs, for n8n's own helpers know no time limit; gives what lets it go on to its end. */
async function hang(poll: () => Promise<void>) {
	const { store } = settings;
	let letGo = () => {};
	const reading = jest.spyOn(store, 'getDecrypted').mockImplementationOnce(async (...request) => {
		await new Promise<void>((go) => (letGo = go));
		return await store.getDecrypted(...request);
	});
	const hung = poll();
	while (reading.mock.calls.length === 0) await new Promise(setImmediate);
	return async () => {
		letGo();
		await hung;
	};
}

const create = (name: string) => void sandbox.projects.create({ name });

function later(ms: number): void {
	const now = Date.now() + ms;
	jest.spyOn(Date, 'now').mockReturnValue(now);
}

const names = () =>
	trigger.emissions.map(({ items }) => items.map(({ json }) => json['name']).sort());

/** What another main instance saves that begins from this state, and polls. */
async function savedElsewhere(saved: DurableTrigger['saved']) {
	const other = new DurableTrigger(settings);
	other.saved = saved;
	await other.poll();
	other.emissions.at(-1)?.commit();
	return other.saved;
}

it.each<[what: string, steps: string, emitted: string[][]]>([
	[
		'a poll that begins before the state of the one before is saved delivers nothing twice',
		'poll first poll poll begin commit end poll end',
		[['first']],
	],
	[
		'two polls at the same time deliver a change once; what comes meanwhile, the poll after',
		'poll first both second poll commit poll',
		[['first'], ['second']],
	],
	[
		'changes that n8n has dropped with their state are delivered again, with what is new',
		'poll first poll second poll wait poll commit wait poll',
		[['first'], ['first', 'second']],
	],
	[
		'a registration is and stays the baseline, although n8n drops its state and what was delivered first',
		'register first poll wait poll',
		[['first'], ['first']],
	],
	[
		'an earlier state that n8n shows late brings back nothing that is on its way',
		'poll swap poll swap first poll swap poll commit poll',
		[['first']],
	],
	[
		'what another main instance has saved counts more than what is on its way here',
		'poll first poll elsewhere second poll',
		[['first'], ['second']],
	],
])('with durable cursors, %s', async (_what, steps, emitted) => {
	trigger = new DurableTrigger(settings);
	let end = trigger.poll;
	let other = trigger.saved;
	const acts: Readonly<Record<string, () => unknown>> = {
		poll: trigger.poll,
		register: trigger.register,
		both: async () => await Promise.all([trigger.poll(), trigger.poll()]),
		begin: () => void (end = trigger.starting()),
		end: async () => await end(),
		commit: () => trigger.emissions.at(-1)?.commit(),
		wait: () => later(61_000),
		swap: () => ([trigger.saved, other] = [other, trigger.saved]),
		elsewhere: async () => (trigger.saved = await savedElsewhere(trigger.saved)),
	};
	for (const step of steps.split(' ')) await (acts[step] ?? (() => create(step)))();
	expect(names()).toEqual(emitted);
});

it('where n8n saves no state of polls without items, none reads what earlier ones have read', async () => {
	trigger = new DurableTrigger({ ...settings, parameters: { events: ['archived'] } }, false);
	await trigger.register();
	const requests: number[] = [];
	for (let poll = 0; poll < 4; poll++) {
		serviceTimeMs += 3_600_000;
		for (let number = 0; number < 300; number++) create('no match');
		sandbox.clearRequests();
		await trigger.poll();
		requests.push(sandbox.requests.length);
	}
	expect(requests.at(-1)).toBeLessThan(2 * requests[1]!);
	serviceTimeMs += 60_000;
	sandbox.projects.update(sandbox.projects.create({ name: 'matters' }).id, { status: 'archived' });
	await trigger.poll();
	expect(names()).toEqual([['matters']]);
});

it('a state that n8n has saved damaged keeps the workflow from being published, with what to do', async () => {
	const savedState = { 'node:Collab Trigger': { state: { version: 4 }, revision: 'of before' } };
	const description = expect.stringMatching(/^It is damaged, .* rename the node/) as string;
	const published = activateTrigger({ ...settings, savedState });
	await expect(published).rejects.toMatchObject({ description });
});

it('of more states than have room, those go whose triggers polled longest ago', async () => {
	const contexts = Array.from({ length: 31 }, (_, index) => ({
		...{ getNode: () => ({ name: 'Trigger' }), getWorkflow: () => ({ id: `large ${index}` }) },
		getWorkflowStaticData: () => ({}),
	})) as unknown as IPollFunctions[];
	const state = { projects: 'x'.repeat(2_000_000) };
	const sessions = contexts.map(sessionOf);
	for (const [index, context] of contexts.entries())
		await sessions[index]?.poll(context, true, () => Promise.resolve({ state, items: [] }));
	const kept = contexts.map((context, index) => sessionOf(context) === sessions[index]);
	expect([kept.lastIndexOf(false), kept.indexOf(true)]).toEqual([5, 6]);
});

it('two triggers of one workflow with one node ID deliver both, also when they are polled at the same time', async () => {
	const named = (name: string) => ({ ...settings, workflowId: 'pasted', name });
	const one = await activateTrigger(named('Collab Trigger'));
	const other = await activateTrigger(named('Collab Trigger1'));
	create('first');
	await Promise.all([one.tick(), other.tick()]);
	expect([delivered(one), delivered(other)]).toEqual([[['created first']], [['created first']]]);
});

it('a poll that takes longer than the time until the next one is not given up for it', async () => {
	const classic = await activateTrigger(settings);
	const letGo = await hang(classic.tick);
	create('meanwhile');
	await classic.tick();
	expect(delivered(classic)).toEqual([]);
	await letGo();
	expect(delivered(classic)).toEqual([['created meanwhile']]);
});

it('a poll that hangs does not silence the trigger; when it ends at last it saves and delivers nothing', async () => {
	const classic = await activateTrigger(settings);
	const letGo = await hang(classic.tick);
	later(5 * 60_000); // The budget of a poll.
	create('meanwhile');
	await classic.tick();
	expect(delivered(classic)).toEqual([['created meanwhile']]);
	const state = classic.state();
	await letGo();
	expect(classic.state()).toEqual(state);
	await classic.tick();
	expect(delivered(classic)).toHaveLength(1);
	expect(classic.errors).toEqual([]);
});

it('a poll that hangs does not hold up the same workflow when it is published again, and nothing is delivered twice', async () => {
	const workflow = { ...settings, workflowId: 'published again' };
	const old = await activateTrigger(workflow);
	create('first');
	const letGo = await hang(old.tick);
	const anew = await activateTrigger({ ...workflow, savedState: old.state() });
	await anew.tick();
	expect(delivered(anew)).toEqual([['created first']]);
	await letGo();
	expect(delivered(old)).toEqual([]);
	serviceTimeMs += 60_000;
	create('second');
	await anew.tick();
	expect(delivered(anew)).toEqual([['created first'], ['created second']]);
});
