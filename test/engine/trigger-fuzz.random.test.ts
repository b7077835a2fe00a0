import fc from 'fast-check';
import { CHANGE_EVENTS } from '../../nodes/Collab/core/changes/options';
import { cases, Tally } from '../random';
import { mutation, projectOf, SECRET, toText, type Mutation } from '../unit/fuzz/answers';
import { asSomebody } from './harness/asSomebody';
import { expectNoSecretIn } from './harness/outcomes';
import { answer, pageOf, scriptedServers } from './harness/scriptedServer';
import { activateTrigger } from './harness/triggers';

const serve = scriptedServers();

type Row = Record<string, unknown>;

const MAX_STATE_BYTES = 2_000_000;

const someCase = fc.record({
	total: fc.nat(6),
	events: fc.constantFrom(['created', 'updated'], CHANGE_EVENTS),
	/** What is done to each answer of a poll; one list for each poll. */
	polls: fc.array(fc.array(mutation, { minLength: 1, maxLength: 2 }), { maxLength: 3 }),
});

/** A service that lies while `lies` are set. */
async function startService(total: number) {
	const rows: Row[] = Array.from({ length: total }, (_row, number) => projectOf(number));
	const shown = { lies: [] as readonly Mutation[], rows };
	const server = await serve((response, request) => {
		const { sort_by: column = '', order } = request.query;
		const sign = order === 'asc' ? 1 : -1;
		shown.rows.sort((a, b) => sign * String(a[column]).localeCompare(String(b[column])));
		const body = pageOf(structuredClone(shown.rows), request);
		for (const lie of shown.lies) lie(body);
		answer(response, 200, toText(body));
	});
	return { server, shown };
}

it('a poll fails clearly or goes on, and the next change is noticed, whatever came before', async () => {
	const tally = new Tally('polls of the trigger');
	await fc.assert(
		fc.asyncProperty(someCase, async ({ total, events, polls }) => {
			const { server, shown } = await startService(total);
			const trigger = await activateTrigger(asSomebody(server, { events: [...events] }));
			for (shown.lies of polls) {
				await trigger.tick();
				tally.count('with a lie');
			}
			for (const error of trigger.errors) {
				expect(error.message).toMatch(/service's answer could not be understood|list of projects/);
				expectNoSecretIn(error);
				expect(error.message).not.toContain(SECRET);
			}
			shown.lies = [];
			const name = 'Changed after all';
			const updated_at = new Date(Date.now() + 2 * 86_400_000).toISOString();
			shown.rows.unshift({ ...projectOf(99), name, updated_at });
			const errorsBefore = trigger.errors.length;
			await trigger.tick();
			expect(trigger.errors).toHaveLength(errorsBefore);
			expect(trigger.emitted.flat().filter(({ json }) => json['name'] === name)).toHaveLength(1);
			expectNoSecretIn(trigger.savedState);
			expect(JSON.stringify(trigger.savedState).length).toBeLessThan(MAX_STATE_BYTES);
			trigger.stop();
			await server.close();
		}),
		cases(10),
	);
	tally.print();
}, 3_600_000);
