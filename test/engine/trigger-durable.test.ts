/** States that n8n's durable scheduler saves late, elsewhere or never. */
import { startSandbox, type Sandbox } from '../../dev/sandbox';
import { asSomebody } from './harness/asSomebody';
import { DurableTrigger, type TriggerSettings } from './harness/triggers';

let sandbox: Sandbox;
let serviceTimeMs: number;
let settings: TriggerSettings;
let trigger: DurableTrigger;

beforeEach(async () => {
	serviceTimeMs = Date.now() - 7 * 86_400_000;
	sandbox = await startSandbox({ projects: 5, seed: 3, now: () => serviceTimeMs });
	settings = asSomebody(sandbox);
});
afterEach(async () => await sandbox.close());

const create = (name: string) => void sandbox.projects.create({ name });

const names = () =>
	trigger.emissions.map(({ items }) => items.map(({ json }) => json['name']).sort());

async function deliver(name: string): Promise<void> {
	create(name);
	await trigger.poll();
}

/** A minute later, n8n has dropped what it has not saved. */
async function pollAMinuteLater(): Promise<void> {
	const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000);
	await trigger.poll();
	now.mockRestore();
}

/** A poll by another main instance, whose state n8n saves. */
async function pollElsewhere() {
	const other = new DurableTrigger(settings);
	other.saved = trigger.saved;
	await other.poll();
	other.emissions.at(-1)?.commit();
	trigger.saved = other.saved;
	expect(other.emissions).toHaveLength(1);
}

describe('with durable cursors', () => {
	beforeEach(async () => {
		trigger = new DurableTrigger(settings);
		await trigger.poll();
	});

	it('a poll that begins before the state of the one before is saved delivers nothing twice', async () => {
		await deliver('first');
		await trigger.poll();
		const run = trigger.starting();
		trigger.emissions.at(-1)?.commit();
		await run();
		await trigger.poll();
		await run();
		expect(names()).toEqual([['first']]);
	});

	it('two polls at the same time deliver a change once', async () => {
		create('first');
		await Promise.all([trigger.poll(), trigger.poll()]);
		expect(names()).toEqual([['first']]);
	});

	it('what changes while a state is being saved is delivered by the poll after', async () => {
		await deliver('first');
		await deliver('second');
		expect(names()).toEqual([['first']]);
		trigger.emissions.at(-1)?.commit();
		await trigger.poll();
		expect(names()).toEqual([['first'], ['second']]);
	});

	it('changes that n8n has dropped with their state are delivered again, with what is new', async () => {
		await deliver('first');
		await deliver('second');
		await pollAMinuteLater();
		expect(names()).toEqual([['first'], ['first', 'second']]);
		trigger.emissions.at(-1)?.commit();
		await pollAMinuteLater();
		expect(names()).toHaveLength(2);
	});

	it('what another main instance has saved counts more than what is on its way here', async () => {
		await deliver('first');
		await pollElsewhere();
		await deliver('second');
		expect(names()).toEqual([['first'], ['second']]);
	});

	it('a registration is and stays the baseline, although n8n drops its state and what was delivered first', async () => {
		trigger = new DurableTrigger(settings);
		await trigger.register();
		await deliver('first');
		await pollAMinuteLater();
		expect(names()).toEqual([['first'], ['first']]);
	});
});

describe('without durable cursors, where n8n saves no state of a poll that emits nothing', () => {
	beforeEach(async () => {
		settings = { ...settings, parameters: { events: ['archived'] } };
		trigger = new DurableTrigger({ ...settings, durableCursors: false });
		await trigger.register();
	});

	it('polls do not read what earlier ones have read, and the one change that matters arrives', async () => {
		const requests: number[] = [];
		for (let poll = 0; poll < 5; poll++) {
			serviceTimeMs += 3_600_000;
			for (let number = 0; number < 300; number++) create('no match');
			sandbox.clearRequests();
			await trigger.poll();
			requests.push(sandbox.requests.length);
		}
		expect(names()).toEqual([]);
		expect(Math.max(...requests)).toBeLessThan(3 * Math.min(...requests));
		serviceTimeMs += 60_000;
		sandbox.projects.archive(sandbox.projects.create({ name: 'matters' }).id);
		await trigger.poll();
		expect(names()).toEqual([['matters']]);
	});

	it('what another main instance has saved counts more than what is known here', async () => {
		await trigger.poll();
		sandbox.projects.archive(sandbox.projects.all()[0]?.id ?? '');
		await pollElsewhere();
		await trigger.poll();
		expect(names()).toEqual([]);
	});
});
