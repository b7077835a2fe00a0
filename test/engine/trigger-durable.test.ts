import { startSandbox, type Sandbox } from '../../dev/sandbox';
import { asSomebody } from './harness/asSomebody';
import type { TriggerSettings } from './harness/activateTrigger';
import { DurableTrigger } from './harness/durableTrigger';

let sandbox: Sandbox;
let trigger: DurableTrigger;
let serviceTimeMs: number;

beforeEach(async () => {
	serviceTimeMs = Date.now() - 7 * 86_400_000;
	sandbox = await startSandbox({ projects: 5, seed: 3, now: () => serviceTimeMs });
});
afterEach(async () => await sandbox.close());

const delivered = () => trigger.emissions.map(({ items }) => items.map(({ json }) => json['name']));
const latest = () => trigger.emissions.at(-1);

async function deliverOne(name: string): Promise<void> {
	sandbox.projects.create({ name });
	await trigger.poll();
}

describe('with durable cursors', () => {
	let settings: TriggerSettings;

	beforeEach(async () => {
		settings = asSomebody(sandbox);
		trigger = new DurableTrigger(settings);
		await trigger.poll();
	});

	it('a poll that begins before the state of the one before is saved delivers nothing twice', async () => {
		await deliverOne('first');
		await trigger.poll();
		const stale = trigger.begin();
		await latest()?.commit();
		await stale.run();
		expect(delivered()).toEqual([['first']]);
	});

	it('two polls at the same time deliver a change once', async () => {
		sandbox.projects.create({ name: 'first' });
		await Promise.all([trigger.poll(), trigger.poll()]);
		expect(delivered()).toEqual([['first']]);
	});

	it('what changes while a state is being saved is delivered by the poll after', async () => {
		await deliverOne('first');
		await deliverOne('second');
		expect(delivered()).toEqual([['first']]);
		await latest()?.commit();
		await trigger.poll();
		expect(delivered()).toEqual([['first'], ['second']]);
	});

	it('changes whose state could not be saved are delivered again', async () => {
		await deliverOne('first');
		await latest()?.fail();
		await trigger.poll();
		expect(delivered()).toEqual([['first'], ['first']]);
	});

	it('a state that is never saved does not silence the trigger', async () => {
		await deliverOne('first');
		const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000);
		await deliverOne('second');
		now.mockRestore();
		expect(delivered()).toEqual([['first'], ['second']]);
	});

	it('what could not be given to a worker is delivered again, although its state is saved', async () => {
		await deliverOne('first');
		await latest()?.failToEnqueue();
		await trigger.poll();
		await latest()?.commit();
		await trigger.poll();
		expect(delivered()).toEqual([['first'], ['first']]);
	});

	it('what n8n left to another main instance is not delivered again here', async () => {
		await deliverOne('first');
		await latest()?.block(
			new Error('Poll cursor commit skipped: the poll no longer holds its lease'),
		);
		const other = new DurableTrigger(settings);
		other.saved = trigger.saved;
		await other.poll();
		await other.emissions[0]?.commit();
		trigger.saved = other.saved;
		await trigger.poll();
		expect(other.emissions).toHaveLength(1);
		expect(delivered()).toEqual([['first']]);
	});

	it('a new project that no execution began with stays new, also when its next change is left to be read again', async () => {
		await deliverOne('first');
		await latest()?.failToEnqueue();
		const id = trigger.emissions[0]?.items[0]?.json['id'] as string;
		serviceTimeMs += 60_000;
		sandbox.projects.update(id, { name: 'second' });
		await trigger.poll();
		await latest()?.block(
			new Error('Poll cursor commit skipped: the poll no longer holds its lease'),
		);
		await trigger.poll();
		expect(latest()?.items).toMatchObject([{ json: { name: 'second', event: 'created' } }]);
		expect(delivered()).toEqual([['first'], ['second'], ['second']]);
	});

	it('a registration is the baseline, although n8n drops its state', async () => {
		trigger = new DurableTrigger(asSomebody(sandbox));
		await trigger.register();
		await deliverOne('between publishing and the first poll');
		expect(delivered()).toEqual([['between publishing and the first poll']]);
	});
});

describe('without durable cursors, where n8n saves no state of a poll that emits nothing', () => {
	const settings = () => ({
		...asSomebody(sandbox, { events: ['archived'] }),
		durableCursors: false,
	});

	beforeEach(async () => {
		trigger = new DurableTrigger(settings());
		await trigger.register();
	});

	it('polls do not read what earlier ones have read, and the one change that matters arrives', async () => {
		const requests: number[] = [];
		for (let poll = 0; poll < 5; poll++) {
			serviceTimeMs += 3_600_000;
			for (let number = 0; number < 300; number++) sandbox.projects.create({ name: 'no match' });
			sandbox.clearRequests();
			await trigger.poll();
			requests.push(sandbox.requests.length);
		}
		expect(delivered()).toEqual([]);
		expect(Math.max(...requests)).toBeLessThan(3 * Math.min(...requests));
		serviceTimeMs += 60_000;
		const [project] = sandbox.projects.all();
		sandbox.projects.archive(project?.id ?? '');
		await trigger.poll();
		expect(delivered()).toEqual([[project?.name]]);
	});

	it('what another main instance has saved counts more than what is known here', async () => {
		await trigger.poll();
		const [first] = sandbox.projects.all();
		sandbox.projects.archive(first?.id ?? '');
		const other = new DurableTrigger(settings());
		other.saved = trigger.saved;
		await other.poll();
		await other.emissions.at(-1)?.commit();
		trigger.saved = other.saved;
		await trigger.poll();
		expect(other.emissions).toHaveLength(1);
		expect(delivered()).toEqual([]);
	});

	it('what could not be given to a worker is delivered again', async () => {
		const [first] = sandbox.projects.all();
		sandbox.projects.archive(first?.id ?? '');
		await trigger.poll();
		await latest()?.failToEnqueue();
		await trigger.poll();
		expect(delivered()).toEqual([[first?.name], [first?.name]]);
	});
});
