import { startSandbox, type Sandbox } from '../../dev/sandbox';
import { asSomebody } from './harness/asSomebody';
import { DurableTrigger } from './harness/durableTrigger';

let sandbox: Sandbox;
let trigger: DurableTrigger;

beforeEach(async () => {
	sandbox = await startSandbox({ projects: 5, seed: 3 });
	trigger = new DurableTrigger(asSomebody(sandbox));
	await trigger.poll();
});
afterEach(async () => await sandbox.close());

const told = () => trigger.handovers.map(({ items }) => items.map(({ json }) => json['name']));

it('a poll that begins before the place of the one before is saved tells nothing twice', async () => {
	sandbox.projects.create({ name: 'first' });
	await trigger.poll();
	await trigger.poll();
	const stale = trigger.begin();
	trigger.handovers[0]?.commit();
	await stale.run();
	expect(told()).toEqual([['first']]);
});

it('two polls at the same time tell a change once', async () => {
	sandbox.projects.create({ name: 'first' });
	await Promise.all([trigger.poll(), trigger.poll()]);
	expect(told()).toEqual([['first']]);
});

it('what changes meanwhile is told by the poll after', async () => {
	sandbox.projects.create({ name: 'first' });
	await trigger.poll();
	sandbox.projects.create({ name: 'second' });
	await trigger.poll();
	trigger.handovers[0]?.commit();
	await trigger.poll();
	expect(told()).toEqual([['first'], ['second']]);
});

it('changes whose place could not be saved are told again', async () => {
	sandbox.projects.create({ name: 'first' });
	await trigger.poll();
	trigger.handovers[0]?.fail();
	await new Promise(setImmediate);
	await trigger.poll();
	expect(told()).toEqual([['first'], ['first']]);
});
