import { startSandbox } from '../../dev/sandbox';
import type { Change } from '../../nodes/Collab/core/changes/options';
import { Deliveries } from '../../nodes/Collab/trigger/deliveries';
import { activateTrigger } from './harness/activateTrigger';
import { asSomebody } from './harness/asSomebody';
import { text } from './harness/executions';

const changes = (count: number, prefix = 'proj'): Change[] =>
	Array.from({ length: count }, (_change, number) => ({
		project: { id: `${prefix}_${number}` },
		event: 'updated',
		changes: {},
	}));

function deliver(deliveries: Deliveries, found: readonly Change[]) {
	const next = deliveries.next(found);
	deliveries.start(next);
	return next;
}

it('at most 20,000 changes wait to be delivered again; the oldest are given up', () => {
	const deliveries = new Deliveries();
	expect(deliveries.fail(deliver(deliveries, changes(20_000))).givenUp).toEqual([]);
	const next = deliver(deliveries, changes(10, 'newer'));
	expect(next).toHaveLength(20_010);
	const { givenUp } = deliveries.fail(next);
	expect(givenUp).toEqual(changes(10).map(({ project }) => project.id));
	expect(deliveries.next([])).toHaveLength(20_000);
});

it('at most 100,000 changes are waited for; the oldest are given up', () => {
	const deliveries = new Deliveries();
	const first = deliver(deliveries, changes(10, 'first'));
	const second = deliver(deliveries, changes(99_990, 'second'));
	const third = deliver(deliveries, changes(10, 'third'));
	expect(deliveries.fail(first)).toEqual({ again: 0, givenUp: [] });
	expect(deliveries.next([])).toEqual([]);
	deliveries.fail(third);
	deliveries.end(second);
	expect(deliveries.next([])).toHaveLength(10);
});

it('a poll reads for 36 seconds at most, and the next ones go on', async () => {
	const sandbox = await startSandbox({ projects: 10, seed: 2 });
	const trigger = await activateTrigger(asSomebody(sandbox));
	const names = Array.from({ length: 8_000 }, (_name, number) => `Imported ${number}`);
	for (const name of names) sandbox.projects.create({ name });
	// By this machine's clock, each request takes a second.
	const startedAtMs = Date.now();
	const clock = jest
		.spyOn(Date, 'now')
		.mockImplementation(() => startedAtMs + 1_000 * sandbox.requests.length);
	const secondsOfPolls: number[] = [];
	while (trigger.emitted.flat().length < names.length && secondsOfPolls.length < 6) {
		const before = sandbox.requests.length;
		await trigger.tick();
		secondsOfPolls.push(sandbox.requests.length - before);
	}
	clock.mockRestore();
	trigger.stop();
	await sandbox.close();
	expect(trigger.errors).toEqual([]);
	expect(secondsOfPolls.length).toBeGreaterThan(2);
	expect(Math.max(...secondsOfPolls)).toBeLessThanOrEqual(36);
	const items = trigger.emitted.flat();
	expect(items.map((item) => text(item, 'name')).sort()).toEqual(names.sort());
});
