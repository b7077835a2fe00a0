import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { CHANGE_EVENTS } from '../../nodes/Collab/core/changes/options';
import { type Damage, damage } from '../unit/changes/histories/damagedStates';
import { projectOf } from '../unit/fuzz/account';
import { cases, Tally } from '../random';
import { mutation, SECRET, toText, type Mutation } from '../unit/fuzz/mutations';
import { activateTrigger, type TriggerSettings } from './harness/activateTrigger';
import { asSomebody } from './harness/asSomebody';
import { answer, pageOf, scriptedServers } from './harness/scriptedServer';
import { expectNoSecretIn } from './harness/textIn';

const serve = scriptedServers();
type Row = Record<string, unknown>;

const DAY_MS = 86_400_000;
const MAX_STATE_BYTES = 2_000_000;

/** Where n8n keeps the node's state among the workflow's static data. */
const NODE_KEY = 'node:Collab Trigger';

interface Case {
	readonly total: number;
	readonly events: readonly string[];
	/** What is done to each answer of a poll; one list for each poll. */
	readonly polls: ReadonlyArray<readonly Mutation[]>;
	/** What is done to the state that an earlier trigger saved. */
	readonly harm: Damage;
}

const someCase: fc.Arbitrary<Case> = fc.record({
	total: fc.nat(6),
	events: fc.constantFrom(['created', 'updated'], CHANGE_EVENTS),
	polls: fc.array(fc.array(mutation, { minLength: 1, maxLength: 2 }), { maxLength: 3 }),
	harm: damage,
});

const changed = (number: number, name: string, inMs: number) => ({
	...projectOf(number),
	name,
	updated_at: new Date(Date.now() + inMs).toISOString(),
});

/** A service that lies while `lies` are set; `changed` are in its list as well. */
async function startService(total: number) {
	const shown = { lies: [] as readonly Mutation[], changed: [] as Row[] };
	const server = await serve((response, request) => {
		const { sort_by: column = '', order } = request.query;
		const held = Array.from({ length: total }, (_project, number) => projectOf(number));
		const rows: Row[] = [...structuredClone(shown.changed), ...held];
		rows.sort((a, b) => {
			const sign = order === 'asc' ? 1 : -1;
			return sign * String(a[column]).localeCompare(String(b[column]));
		});
		const body = pageOf(rows, request);
		for (const lie of shown.lies) lie(body);
		answer(response, 200, toText(body));
	});
	return { server, shown };
}

/** What n8n has kept of a trigger that has polled and delivered. */
async function savedBy(settings: TriggerSettings, shown: { changed: Row[] }): Promise<IDataObject> {
	const trigger = await activateTrigger(settings);
	shown.changed = [changed(98, 'Changed before', -DAY_MS)];
	await trigger.tick();
	trigger.stop();
	expect(trigger.emitted.flat()).toHaveLength(1);
	expect(trigger.savedState[NODE_KEY]).toBeDefined();
	return trigger.savedState;
}

/** Static data of a node is an object, whatever it holds. */
function damagedBy(harm: Damage, saved: IDataObject): IDataObject {
	const state = harm(saved[NODE_KEY]) as IDataObject;
	const isObject = typeof state === 'object' && state !== null && !Array.isArray(state);
	return { [NODE_KEY]: isObject ? state : { state } };
}

it('fails clearly or goes on, and notices the next change, whatever came before', async () => {
	const tally = new Tally('polls of the trigger');
	await fc.assert(
		fc.asyncProperty(someCase, async ({ total, events, polls, harm }) => {
			const { server, shown } = await startService(total);
			const settings = asSomebody(server, { events: [...events] });
			const savedState = damagedBy(harm, await savedBy(settings, shown));
			const trigger = await activateTrigger({ ...settings, savedState });
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
			shown.changed = [changed(99, name, 2 * DAY_MS), ...shown.changed];
			const errorsBefore = trigger.errors.length;
			await trigger.tick();
			tally.count('without');
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
