import { WorkflowOperationError } from 'n8n-workflow';
import { startSandbox, type Sandbox } from '../../dev/sandbox';
import { activateTrigger, type ActiveTrigger, testTrigger } from './harness/activateTrigger';
import { asSomebody } from './harness/asSomebody';
import {
	delivered as itemsOf,
	text,
	diedWithItsWorker,
	failed,
	failedInANode,
	succeeded,
} from './harness/executions';

let sandbox: Sandbox;
let trigger: ActiveTrigger;
let refusal: Error | undefined;

beforeEach(async () => {
	sandbox = await startSandbox({ projects: 5, seed: 3 });
	refusal = undefined;
	trigger = await activateTrigger({ ...asSomebody(sandbox), refuseEmission: () => refusal });
});
afterEach(async () => await sandbox.close());

/** The names of each execution's projects. */
const delivered = () => trigger.emitted.map((items) => items.map((item) => text(item, 'name')));

async function deliverOne(name: string): Promise<void> {
	sandbox.projects.create({ name });
	await trigger.tick();
}

describe('an execution that did not begin is delivered again', () => {
	it.each<[string, () => Promise<void>]>([
		['died with its worker', async () => await trigger.executionEnded(diedWithItsWorker())],
		[
			'could not be created, or not be given to a worker',
			async () => await trigger.executionRefused(new Error('Connection is closed.')),
		],
		[
			'was refused for the credential of a later node',
			async () => await trigger.executionFailedCheck(new Error('Node "Post" has no access')),
		],
		['ended without any result', async () => await trigger.executionEnded(undefined)],
		[
			'failed a check, with a record of the node in question alone',
			async () => {
				const node = [{ startTime: 0, executionIndex: 0, executionTime: 0, source: [] }];
				const resultData = { lastNodeExecuted: 'Post', runData: { Post: node } };
				await trigger.executionEnded(failed({ resultData }));
			},
		],
	])('that %s', async (_form, end) => {
		await deliverOne('first');
		await end();
		await deliverOne('second');
		expect(delivered()).toEqual([['first'], ['first', 'second']]);
		await trigger.executionEnded(succeeded());
		await trigger.tick();
		expect(delivered()).toHaveLength(2);
	});

	it('that n8n refused when it was to take the items', async () => {
		refusal = new Error('Engine 2.0 cannot receive files from a trigger yet.');
		await deliverOne('first');
		expect(trigger.errors).toEqual([refusal]);
		refusal = undefined;
		await trigger.tick();
		expect(delivered()).toEqual([['first']]);
	});

	it('although nothing is new, and after the workflow was published again', async () => {
		const settings = { ...asSomebody(sandbox), workflowId: 'published twice' };
		trigger = await activateTrigger(settings);
		await deliverOne('only');
		await trigger.executionEnded(diedWithItsWorker());
		trigger.stop();
		trigger = await activateTrigger({ ...settings, savedState: trigger.savedState });
		await trigger.tick();
		expect(delivered()).toEqual([['only']]);
	});

	it('after polls that fail', async () => {
		const run = asSomebody(sandbox);
		const collabApi = run.credentials.collabApi ?? { id: '', name: '' };
		trigger = await activateTrigger(run);
		await deliverOne('patient');
		await trigger.executionEnded(diedWithItsWorker());
		run.store.change(collabApi, { apiKey: 'wrong' });
		await trigger.tick();
		run.store.change(collabApi, { apiKey: sandbox.apiKey });
		await trigger.tick();
		expect(delivered()).toEqual([['patient'], ['patient']]);
		expect(trigger.errors).toHaveLength(1);
	});

	it('but is not what Fetch Test Event shows', async () => {
		await deliverOne('delivered');
		await trigger.executionEnded(diedWithItsWorker());
		sandbox.projects.create({ name: 'newest' });
		const { items } = await testTrigger(asSomebody(sandbox));
		expect(items.map(({ json }) => json['name'])).toEqual(['newest']);
	});
});

it.each<[string, () => Promise<void>]>([
	[
		'failed in a node: it did part of its work',
		async () => await trigger.executionEnded(failedInANode()),
	],
	[
		'is not there any more',
		async () => await trigger.executionRefused(new Error('No active execution found')),
	],
	[
		'was canceled',
		async () => await trigger.executionRefused(new Error('The execution was cancelled')),
	],
	[
		'a person stopped before it ran',
		async () => {
			const error = new WorkflowOperationError('Workflow-Execution has been canceled!');
			await trigger.executionEnded(failed({ resultData: { error, runData: {} } }));
		},
	],
	[
		'a person stopped while n8n was creating it',
		async () =>
			await trigger.executionFailedCheck(new Error('The execution was cancelled manually')),
	],
])('an execution that %s is not repeated', async (_what, end) => {
	await deliverOne('once');
	await end();
	await trigger.tick();
	expect(delivered()).toEqual([['once']]);
});

describe('a change is delivered three times at most', () => {
	it('then given up, with its id in the log', async () => {
		await deliverOne('deadly');
		for (let time = 0; time < 4; time++) {
			await trigger.executionEnded(diedWithItsWorker());
			await trigger.tick();
		}
		expect(delivered()).toEqual([['deadly'], ['deadly'], ['deadly']]);
		const id = trigger.emitted[0]?.[0]?.json['id'];
		expect(trigger.warnings.at(-1)).toMatch(/given up/);
		expect(trigger.warnings.at(-1)).toContain(id);
		expect(trigger.warnings.join()).not.toContain('deadly');
	});

	it('and does not stand in the way of what is new', async () => {
		for (const name of ['first', 'second', 'third', 'fourth', 'fifth']) {
			await deliverOne(name);
			await trigger.executionFailedCheck(new Error('Quota exceeded'));
		}
		expect(delivered().at(-1)).toEqual(['third', 'fourth', 'fifth']);
		await trigger.tick();
		await trigger.executionEnded(succeeded());
		await trigger.tick();
		expect(delivered().slice(5)).toEqual([['fourth', 'fifth']]);
	});

	it('where n8n throws as well, and the log names twenty of many', async () => {
		refusal = new Error('No items, please');
		for (let number = 0; number < 40; number++) sandbox.projects.create();
		for (let poll = 0; poll < 4; poll++) await trigger.tick();
		expect(trigger.errors).toHaveLength(3);
		expect(trigger.warnings.at(-1)?.match(/proj/g)).toHaveLength(20);
	});
});

describe('of a project that changed meanwhile', () => {
	const known = () => sandbox.projects.all()[0]?.id ?? '';
	const later = () => new Promise((resolve) => setTimeout(resolve, 5));

	it('the newest version alone is delivered, once', async () => {
		sandbox.projects.update(known(), { name: 'older' });
		await trigger.tick();
		await trigger.executionEnded(diedWithItsWorker());
		await later();
		sandbox.projects.update(known(), { name: 'newer' });
		await trigger.tick();
		await trigger.executionEnded(succeeded());
		await trigger.tick();
		expect(delivered()).toEqual([['older'], ['newer']]);
	});

	it('an older version is not delivered after a newer one', async () => {
		sandbox.projects.update(known(), { name: 'older' });
		await trigger.tick();
		await later();
		sandbox.projects.update(known(), { name: 'newer' });
		await trigger.tick();
		await trigger.executionEnded(succeeded());
		trigger.execution(0).done?.resolve(diedWithItsWorker());
		await trigger.tick();
		expect(delivered()).toEqual([['older'], ['newer']]);
	});

	it('what nobody saw as created is created', async () => {
		const { id } = sandbox.projects.create({ name: 'new' });
		await trigger.tick();
		await trigger.executionEnded(diedWithItsWorker());
		await later();
		sandbox.projects.update(id, { name: 'Changed' });
		await trigger.tick();
		expect(itemsOf(trigger)).toEqual([['created new'], ['created Changed']]);
	});
});
