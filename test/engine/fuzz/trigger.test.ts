import fc from 'fast-check';
import { bodyOf, projectOf } from '../../unit/fuzz/account';
import { campaign, Tally } from '../../unit/fuzz/campaign';
import { mutation, SECRET, toText, type Mutation } from '../../unit/fuzz/mutations';
import { API_KEY } from '../failures/failing';
import { activateTrigger } from '../harness/activateTrigger';
import { asSomebody } from '../harness/asSomebody';
import { answer, scriptedServers } from '../harness/scriptedServer';
import { textIn } from '../harness/textIn';

const serve = scriptedServers();
const noon = Date.UTC(2026, 9, 1, 12);

interface Story {
	readonly total: number;
	/** What is done to each answer of a poll; one list for each poll. */
	readonly polls: ReadonlyArray<readonly Mutation[]>;
	readonly saved: unknown;
}

const story: fc.Arbitrary<Story> = fc.record({
	total: fc.nat(6),
	polls: fc.array(fc.array(mutation, { minLength: 1, maxLength: 2 }), { maxLength: 4 }),
	saved: fc.oneof(
		fc.constant({}),
		fc.jsonValue(),
		fc.record({
			version: fc.constantFrom(0, 1, 2),
			phase: fc.jsonValue(),
			delivered: fc.jsonValue(),
		}),
	),
});

/** A service that lies while `lies` are set; everything in it was changed before noon, and `changed` after. */
async function startService(total: number) {
	const told = { lies: [] as readonly Mutation[], changed: [] as unknown[] };
	const server = await serve((response, { query }) => {
		const window = { page: Number(query['page']), perPage: Number(query['per_page']) };
		const body = bodyOf(total, window);
		if (window.page === 1 && query['order'] === 'desc')
			body.data.unshift(...(told.changed as typeof body.data));
		body.pagination.total_items += told.changed.length;
		for (const lie of told.lies) lie(body);
		answer(response, 200, toText(body));
	});
	return { server, told };
}

it('fails clearly or goes on, and notices the next change, whatever came before', async () => {
	const tally = new Tally('polls of the trigger');
	await fc.assert(
		fc.asyncProperty(story, async ({ total, polls, saved }) => {
			const { server, told } = await startService(total);
			const settings = asSomebody({ baseUrl: server.baseUrl, apiKey: API_KEY });
			const savedState = { cursor: saved } as Parameters<typeof activateTrigger>[0]['savedState'];
			const trigger = await activateTrigger({ ...settings, ...(savedState ? { savedState } : {}) });
			for (told.lies of polls) {
				await trigger.tick();
				tally.count('with a lie');
			}
			for (const error of trigger.errors) {
				expect(error.message).toMatch(/service's answer could not be understood|list of projects/);
				expect(textIn(error)).not.toContain(API_KEY);
				expect(error.message).not.toContain(SECRET);
			}
			told.lies = [];
			const name = 'Changed after all';
			told.changed = [{ ...projectOf(99), name, updated_at: new Date(noon).toISOString() }];
			const errorsBefore = trigger.errors.length;
			await trigger.tick();
			tally.count('without');
			expect(trigger.errors).toHaveLength(errorsBefore);
			expect(trigger.emitted.flat().filter(({ json }) => json['name'] === name)).toHaveLength(1);
			expect(textIn(trigger.savedState)).not.toContain(API_KEY);
			trigger.stop();
			await server.close();
		}),
		campaign(100),
	);
	tally.print();
}, 3_600_000);
