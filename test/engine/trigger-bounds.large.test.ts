import { startSandbox } from '../../dev/sandbox';
import { activateTrigger } from './harness/activateTrigger';
import { asSomebody } from './harness/asSomebody';
import { text } from './harness/executions';

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
