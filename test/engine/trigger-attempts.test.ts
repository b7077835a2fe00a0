import type { INodeExecutionData } from 'n8n-workflow';
import { startSandbox, type Sandbox } from '../../dev/sandbox';
import { activateTrigger, type ActiveTrigger } from './harness/activateTrigger';
import { asSomebody } from './harness/asSomebody';
import { text } from './harness/delivered';
import { diedWithItsWorker, succeeded } from './harness/executions';

let sandbox: Sandbox;
let trigger: ActiveTrigger;

beforeEach(async () => {
	sandbox = await startSandbox({ projects: 5, seed: 3 });
	trigger = await activateTrigger(asSomebody(sandbox));
});
afterEach(async () => await sandbox.close());

const delivered = () => trigger.emitted.map((items) => items.map(({ json }) => json['name']));

const idOf = ([item]: INodeExecutionData[] = []) => (item ? text(item, 'id') : '');

async function deliverOne(name: string): Promise<void> {
	sandbox.projects.create({ name });
	await trigger.tick();
}

describe('a change is delivered three times at most', () => {
	const refuse = async () => await trigger.executionFailedCheck(new Error('Quota exceeded'));

	it('then given up, with its id in the log', async () => {
		await deliverOne('deadly');
		for (let time = 0; time < 4; time++) {
			await trigger.executionEnded(diedWithItsWorker());
			await trigger.tick();
		}
		expect(delivered()).toEqual([['deadly'], ['deadly'], ['deadly']]);
		const id = idOf(trigger.emitted[0]);
		expect(trigger.warnings.at(-1)).toContain('given up');
		expect(trigger.warnings.at(-1)).toContain(id);
		expect(trigger.warnings.join()).not.toContain('deadly');
	});

	it('and does not stand in the way of what is new', async () => {
		for (const name of ['first', 'second', 'third', 'fourth', 'fifth']) {
			await deliverOne(name);
			await refuse();
		}
		expect(delivered().at(-1)).toEqual(['third', 'fourth', 'fifth']);
		await trigger.tick();
		await trigger.executionEnded(succeeded());
		await trigger.tick();
		expect(delivered().slice(5)).toEqual([['fourth', 'fifth']]);
	});

	it('where n8n throws as well', async () => {
		let refusals = 0;
		trigger = await activateTrigger({
			...asSomebody(sandbox),
			refuseEmission: () => {
				refusals += 1;
				return new Error('No items, please');
			},
		});
		await deliverOne('unwanted');
		for (let poll = 0; poll < 4; poll++) await trigger.tick();
		expect(refusals).toBe(3);
	});

	it('with so many executions refused that they never grow beyond three polls of changes', async () => {
		for (let poll = 0; poll < 8; poll++) {
			for (let number = 0; number < 40; number++) sandbox.projects.create({ name: `${poll}` });
			await trigger.tick();
			await refuse();
		}
		expect(Math.max(...trigger.emitted.map(({ length }) => length))).toBe(120);
		const ids = trigger.warnings.map((text) => text.match(/proj/g)?.length ?? 0);
		expect(Math.max(...ids)).toBe(20);
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
		await deliverOne('new');
		await trigger.executionEnded(diedWithItsWorker());
		const id = idOf(trigger.emitted[0]);
		await later();
		sandbox.projects.update(id, { name: 'Changed' });
		await trigger.tick();
		expect(trigger.emitted[1]).toMatchObject([{ json: { event: 'created', name: 'Changed' } }]);
	});
});
