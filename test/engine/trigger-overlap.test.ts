/** Polls that overlap or hang, and workflows that are published again. */
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { startSandbox, type Sandbox } from '../../dev/sandbox';
import { sessionOf } from '../../nodes/Collab/trigger/session';
import { CredentialStore } from './harness/credentialStore';
import { delivered } from './harness/outcomes';
import { activateTrigger, DurableTrigger, type TriggerSettings } from './harness/triggers';

const CLASSIC_BUDGET_MS = 5 * 60_000;
const DURABLE_BUDGET_MS = 36_000;

/** A credential store in which polls hang until they are let go: n8n's own helpers know no time limit. */
class SlowStore extends CredentialStore {
	reads = 0;

	/** That of the next poll. */
	hangs = false;

	private readonly hanging: Array<() => void> = [];

	letGo(): void {
		for (const go of this.hanging.splice(0)) go();
	}

	override async getDecrypted(...request: Parameters<CredentialStore['getDecrypted']>) {
		this.reads += 1;
		if (this.hangs) {
			this.hangs = false;
			await new Promise<void>((go) => this.hanging.push(go));
		}
		return await super.getDecrypted(...request);
	}
}

let sandbox: Sandbox;
let serviceTimeMs: number;
let store: SlowStore;
let settings: TriggerSettings;

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

/** Other work of the process, some of it more than once around. */
async function meanwhile(): Promise<void> {
	for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
}

function later(ms: number): void {
	const now = Date.now() + ms;
	jest.spyOn(Date, 'now').mockReturnValue(now);
}

/** A poll that hangs until the store lets go. */
async function hanging(poll: (this: void) => Promise<void>) {
	store.hangs = true;
	const hung = poll();
	await meanwhile();
	return { hung };
}

describe('a poll that hangs', () => {
	it('does not silence the trigger; when it ends at last it saves and delivers nothing', async () => {
		const trigger = await activateTrigger(settings);
		const { hung } = await hanging(trigger.tick);
		later(CLASSIC_BUDGET_MS);
		create('meanwhile');
		await trigger.tick();
		expect(delivered(trigger)).toEqual([['created meanwhile']]);
		const state = trigger.state();
		store.letGo();
		await hung;
		expect(trigger.state()).toEqual(state);
		await trigger.tick();
		expect(delivered(trigger)).toHaveLength(1);
		expect(trigger.errors).toEqual([]);
	});

	it('has one successor, however many polls wait', async () => {
		const trigger = new DurableTrigger(settings);
		await trigger.poll();
		// It began so long ago that the others wait for a moment only, and have all of their own time.
		later(100 - DURABLE_BUDGET_MS);
		const { hung } = await hanging(async () => await trigger.poll());
		jest.restoreAllMocks();
		store.reads = 0;
		create('meanwhile');
		await Promise.all(Array.from({ length: 5 }, async () => await trigger.poll()));
		expect(store.reads).toBe(1);
		store.letGo();
		await hung;
		expect(trigger.emissions).toHaveLength(1);
	});

	it('is not followed by another successor while the first one runs', async () => {
		const trigger = await activateTrigger(settings);
		const { hung } = await hanging(trigger.tick);
		later(CLASSIC_BUDGET_MS);
		const { hung: successor } = await hanging(trigger.tick);
		store.reads = 0;
		const third = trigger.tick();
		await meanwhile();
		store.letGo();
		await Promise.all([hung, successor, third]);
		expect(store.reads).toBe(0);
	});
});

describe('a workflow that is published again', () => {
	it('does not wait for the poll of the old one that hangs, and nothing is delivered twice', async () => {
		const workflow = { ...settings, workflowId: 'published again' };
		const old = await activateTrigger(workflow);
		create('first');
		const { hung } = await hanging(old.tick);
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

	it('delivers what n8n has dropped because the old one ended meanwhile', async () => {
		const workflow = { ...settings, workflowId: 'ended meanwhile' };
		const old = await activateTrigger(workflow);
		create('first');
		const polling = old.tick();
		old.stop();
		await polling;
		expect(delivered(old)).toEqual([]);
		const anew = await activateTrigger({ ...workflow, savedState: old.savedState });
		later(61_000);
		await anew.tick();
		expect(delivered(anew)).toEqual([['created first']]);
	});

	it('with a damaged state begins anew, and not with what is known here', async () => {
		const workflow = { ...settings, workflowId: 'damaged' };
		await activateTrigger(workflow);
		create('first');
		const savedState: IDataObject = { 'node:Collab Trigger': { state: 'damaged' } };
		const after = await activateTrigger({ ...workflow, savedState });
		create('second');
		await after.tick();
		expect(delivered(after)).toEqual([['created second']]);
	});
});

it('at most 100 triggers have a session, so that those that are gone do not pile up', () => {
	const context = (id: string) => {
		const of = { getNode: () => ({ id, name: '' }), getWorkflow: () => ({ id: 'workflow' }) };
		return of as unknown as IPollFunctions;
	};
	const gone = sessionOf(context('gone'));
	const alive = sessionOf(context('alive'));
	for (let number = 0; number < 100; number++) {
		sessionOf(context(`trigger ${number}`));
		expect(sessionOf(context('alive'))).toBe(alive);
	}
	expect(sessionOf(context('gone'))).not.toBe(gone);
});
