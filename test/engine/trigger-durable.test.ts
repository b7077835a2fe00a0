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

/** A minute later, n8n has dropped what it has not saved. */
async function pollAMinuteLater(): Promise<void> {
	const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000);
	await trigger.poll();
	now.mockRestore();
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
		latest()?.commit();
		await stale.run();
		await trigger.poll();
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
		latest()?.commit();
		await trigger.poll();
		expect(delivered()).toEqual([['first'], ['second']]);
	});

	it('changes that n8n has dropped with their state are delivered again, with what is new', async () => {
		await deliverOne('first');
		await deliverOne('second');
		await pollAMinuteLater();
		expect(delivered().map((names) => names.toSorted())).toEqual([['first'], ['first', 'second']]);
		latest()?.commit();
		await pollAMinuteLater();
		expect(delivered()).toHaveLength(2);
	});

	it('what another main instance has saved counts more than what is on its way here', async () => {
		await deliverOne('first');
		const other = new DurableTrigger(settings);
		other.saved = trigger.saved;
		await other.poll();
		other.emissions[0]?.commit();
		trigger.saved = other.saved;
		await deliverOne('second');
		expect(delivered()).toEqual([['first'], ['second']]);
		expect(other.emissions).toHaveLength(1);
	});

	it('a registration is the baseline, although n8n drops its state', async () => {
		trigger = new DurableTrigger(asSomebody(sandbox));
		await trigger.register();
		await deliverOne('between publishing and the first poll');
		expect(delivered()).toEqual([['between publishing and the first poll']]);
	});

	it('and stays the baseline, although n8n drops what was delivered first', async () => {
		trigger = new DurableTrigger(asSomebody(sandbox));
		await trigger.register();
		await deliverOne('first');
		await pollAMinuteLater();
		expect(delivered()).toEqual([['first'], ['first']]);
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
		other.emissions.at(-1)?.commit();
		trigger.saved = other.saved;
		await trigger.poll();
		expect(other.emissions).toHaveLength(1);
		expect(delivered()).toEqual([]);
	});
});
