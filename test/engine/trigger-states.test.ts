/** States that n8n saves late, elsewhere or never, polls that overlap or hang, and workflows that are published again. */
import { startSandbox, type Sandbox } from '../../dev/sandbox';
import { CredentialStore } from './harness/credentials';
import {
	activateTrigger,
	delivered,
	DurableTrigger,
	type TriggerSettings,
} from './harness/triggers';

const CLASSIC_BUDGET_MS = 5 * 60_000;

/** A credential store in which polls hang until they are let go: n8n's own helpers know no time limit. */
class SlowStore extends CredentialStore {
	letGo: () => void = () => undefined;

	private hangs = false;

	/** Starts a poll that hangs. */
	async hang(poll: () => Promise<void>) {
		this.hangs = true;
		const hung = poll();
		while (this.hangs) await new Promise(setImmediate);
		return { hung };
	}

	override async getDecrypted(...request: Parameters<CredentialStore['getDecrypted']>) {
		if (this.hangs) {
			this.hangs = false;
			await new Promise<void>((go) => (this.letGo = go));
		}
		return await super.getDecrypted(...request);
	}
}

let sandbox: Sandbox;
let serviceTimeMs: number;
let store: SlowStore;
let settings: TriggerSettings;
let trigger: DurableTrigger;

beforeEach(async () => {
	serviceTimeMs = Date.now() - 7 * 86_400_000;
	sandbox = await startSandbox({ projects: 5, seed: 3, now: () => serviceTimeMs });
	store = new SlowStore();
	const { baseUrl, apiKey } = sandbox;
	settings = { store, credentials: { collabApi: store.add('collabApi', { baseUrl, apiKey }) } };
});
afterEach(async () => {
	jest.restoreAllMocks();
	await sandbox.close();
});

const create = (name: string) => void sandbox.projects.create({ name });

function later(ms: number): void {
	const now = Date.now() + ms;
	jest.spyOn(Date, 'now').mockReturnValue(now);
}

const names = () =>
	trigger.emissions.map(({ items }) => items.map(({ json }) => json['name']).sort());

async function deliver(name: string): Promise<void> {
	create(name);
	await trigger.poll();
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

	it('two polls at the same time deliver a change once; what comes meanwhile, the poll after', async () => {
		create('first');
		await Promise.all([trigger.poll(), trigger.poll()]);
		await deliver('second');
		expect(names()).toEqual([['first']]);
		trigger.emissions.at(-1)?.commit();
		await trigger.poll();
		expect(names()).toEqual([['first'], ['second']]);
	});

	it('changes that n8n has dropped with their state are delivered again, with what is new', async () => {
		await deliver('first');
		await deliver('second');
		later(61_000);
		await trigger.poll();
		expect(names()).toEqual([['first'], ['first', 'second']]);
		trigger.emissions.at(-1)?.commit();
		later(61_000);
		await trigger.poll();
		expect(names()).toHaveLength(2);
	});

	it('what another main instance has saved counts more than what is on its way here', async () => {
		await deliver('first');
		const other = new DurableTrigger(settings);
		other.saved = trigger.saved;
		await other.poll();
		other.emissions.at(-1)?.commit();
		trigger.saved = other.saved;
		await deliver('second');
		expect(names()).toEqual([['first'], ['second']]);
	});

	it('a registration is and stays the baseline, although n8n drops its state and what was delivered first', async () => {
		trigger = new DurableTrigger(settings);
		await trigger.register();
		await deliver('first');
		later(61_000);
		await trigger.poll();
		expect(names()).toEqual([['first'], ['first']]);
	});
});

describe('without durable cursors, where n8n saves no state of a poll that emits nothing', () => {
	beforeEach(async () => {
		settings = { ...settings, parameters: { events: ['archived'] } };
		trigger = new DurableTrigger(settings, false);
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
});

describe('a poll that hangs', () => {
	it('does not silence the trigger; when it ends at last it saves and delivers nothing', async () => {
		const classic = await activateTrigger(settings);
		const { hung } = await store.hang(classic.tick);
		later(CLASSIC_BUDGET_MS);
		create('meanwhile');
		await classic.tick();
		expect(delivered(classic)).toEqual([['created meanwhile']]);
		const state = classic.state();
		store.letGo();
		await hung;
		expect(classic.state()).toEqual(state);
		await classic.tick();
		expect(delivered(classic)).toHaveLength(1);
		expect(classic.errors).toEqual([]);
	});

	it('does not hold up the same workflow when it is published again, and nothing is delivered twice', async () => {
		const workflow = { ...settings, workflowId: 'published again' };
		const old = await activateTrigger(workflow);
		create('first');
		const { hung } = await store.hang(old.tick);
		const anew = await activateTrigger({ ...workflow, savedState: old.savedState });
		await anew.tick();
		expect(delivered(anew)).toEqual([['created first']]);
		store.letGo();
		await hung;
		expect(delivered(old)).toEqual([]);
		serviceTimeMs += 60_000;
		create('second');
		await anew.tick();
		expect(delivered(anew)).toEqual([['created first'], ['created second']]);
	});
});
