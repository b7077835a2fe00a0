import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { type Damage, damage } from '../../unit/changes/histories/damagedStates';
import { bodyOf, projectOf } from '../../unit/fuzz/account';
import { cases, Tally } from '../../random';
import { mutation, SECRET, toText, type Mutation } from '../../unit/fuzz/mutations';
import { API_KEY } from '../failures/failing';
import { activateTrigger, type TriggerSettings } from '../harness/activateTrigger';
import { asSomebody } from '../harness/asSomebody';
import { answer, scriptedServers } from '../harness/scriptedServer';
import { textIn } from '../harness/textIn';

const serve = scriptedServers();
const DAY_MS = 86_400_000;

/** Where n8n keeps the node's state among the workflow's static data. */
const NODE_KEY = 'node:Collab Trigger';

interface Case {
	readonly total: number;
	/** What is done to each answer of a poll; one list for each poll. */
	readonly polls: ReadonlyArray<readonly Mutation[]>;
	/** What is done to the state that an earlier trigger saved. */
	readonly harm: Damage;
}

const someCase: fc.Arbitrary<Case> = fc.record({
	total: fc.nat(6),
	polls: fc.array(fc.array(mutation, { minLength: 1, maxLength: 2 }), { maxLength: 3 }),
	harm: damage,
});

const changed = (number: number, name: string, inMs: number) => ({
	...projectOf(number),
	name,
	updated_at: new Date(Date.now() + inMs).toISOString(),
});

/** A service that lies while `lies` are set. What `changed` holds is newer than all else. */
async function startService(total: number) {
	const shown = { lies: [] as readonly Mutation[], changed: [] as unknown[] };
	const server = await serve((response, { query }) => {
		const window = { page: Number(query['page']), perPage: Number(query['per_page']) };
		const body = bodyOf(total, window);
		if (window.page === 1 && query['order'] === 'desc')
			body.data.unshift(...(structuredClone(shown.changed) as typeof body.data));
		body.pagination.total_items += shown.changed.length;
		for (const lie of shown.lies) lie(body);
		answer(response, 200, toText(body));
	});
	return { server, shown };
}

/** What n8n has kept of a trigger that has polled and delivered. */
async function savedBy(
	settings: TriggerSettings,
	shown: { changed: unknown[] },
): Promise<IDataObject> {
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
		fc.asyncProperty(someCase, async ({ total, polls, harm }) => {
			const { server, shown } = await startService(total);
			const settings = asSomebody({ baseUrl: server.baseUrl, apiKey: API_KEY });
			const savedState = damagedBy(harm, await savedBy(settings, shown));
			const trigger = await activateTrigger({ ...settings, savedState });
			for (shown.lies of polls) {
				await trigger.tick();
				tally.count('with a lie');
			}
			for (const error of trigger.errors) {
				expect(error.message).toMatch(/service's answer could not be understood|list of projects/);
				expect(textIn(error)).not.toContain(API_KEY);
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
			expect(textIn(trigger.savedState)).not.toContain(API_KEY);
			trigger.stop();
			await server.close();
		}),
		cases(10),
	);
	tally.print();
}, 3_600_000);
