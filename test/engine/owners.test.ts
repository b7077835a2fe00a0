/** The owners to choose from in the editor, and what is said of filters that find nothing, or not all. */
import { Collab } from '../../nodes/Collab/Collab.node';
import { CollabTrigger } from '../../nodes/Collab/CollabTrigger.node';
import { asSomebody, connected } from './harness/credentials';
import { TOOL } from './harness/engine';
import { choicesFor, runCollab } from './harness/runCollab';
import { always, answer, pageFor, serve } from './harness/scriptedServer';

const serviceWith = async (rows: object[]) =>
	await serve((response, request) => answer(response, 200, pageFor(rows, request)));

it.each([new Collab(), new CollabTrigger()])(
	'the list has each owner with its projects, most projects first',
	async (node) => {
		const ofOwner = (owner_id: string, id: number) => ({ id: `${id}`, owner_id, name: 'Apollo' });
		const service = await serviceWith(['usr_1', 'usr_3', 'usr_3'].map(ofOwner));
		for (const authentication of ['apiKey', 'oAuth2']) {
			const run = connected(service, { authentication });
			expect(await choicesFor(run, 'getOwners', node)).toEqual([
				{ name: 'usr_3', value: 'usr_3', description: 'Projects: 2, for example "Apollo"' },
				{ name: 'usr_1', value: 'usr_1', description: 'Projects: 1, for example "Apollo"' },
			]);
		}
	},
);

it('the list takes at most ten requests', async () => {
	const service = await serviceWith(
		Array.from({ length: 5_000 }, (_, id) => ({ id: `${id}`, owner_id: id })),
	);
	expect(await choicesFor(asSomebody(service))).toHaveLength(1_000);
	expect(service.requests).toHaveLength(10);
	const last = { page: '10', status: 'all', sort_by: 'updated_at', order: 'desc' };
	expect(service.requests.at(-1)?.query).toMatchObject(last);
});

it.each([
	['credential', 'http:', 'The service did not accept the credential'],
	['address', 'https:', 'The service did not answer with HTTPS'],
])('a wrong %s shows our message instead of the list, after one request', async (...row) => {
	const [, scheme, message] = row;
	const service = await serve(always(401));
	const baseUrl = service.baseUrl.replace('http:', scheme);
	await expect(choicesFor(asSomebody({ baseUrl }))).rejects.toMatchObject({ message });
	expect(service.connections()).toBe(1);
});

it.each([
	['list', { ownerIds: 'Alice', statuses: ['a', 'b'] }, /: Owner IDs 'Alice', Statuses 'a,b'\.$/],
	['summarize', { ownerIds: 'Alice' }, /^Looked for: Owner IDs 'Alice'\.$/],
	['list', { ownerIds: '={{ $json.owner }}', nameContains: '' }, /'Owner IDs' was not applied/],
	['summarize', { statuses: '={{ [] }}' }, /'Statuses' was not applied: its expression/],
])('%s with %j says: %s', async (operation, filters, hint) => {
	const fields = { owner_id: 'usr_1', status: 'active' };
	const service = await serviceWith(
		Array.from({ length: 150 }, (_, id) => ({ id: `p${id}`, ...fields })),
	);
	const { hints } = await runCollab(asSomebody(service, { operation, returnAll: true, filters }));
	const all = hints.map(({ message }) => message).filter((text) => !/were read/.test(text));
	expect(all).toEqual([expect.stringMatching(hint)]);
});

const METHODS = { ownerIds: 'getOwners', statuses: 'getStatuses' } as const;
it.each(['ownerIds', 'statuses'] as const)('each choice for %s can be chosen', async (field) => {
	const odd = ['a, b', ' c ', '"d"', '[e]', 'none', '7', 'f;g', 'h i', "'"];
	const service = await serviceWith(
		odd.map((text) => ({ id: text, owner_id: text, status: text })),
	);
	const choices = await choicesFor(asSomebody(service), METHODS[field]);
	expect(choices.map(({ name }) => name)).toEqual(odd);
	for (const { name, value } of choices) {
		const { items } = await runCollab(asSomebody(service, { filters: { [field]: [value] } }));
		expect(items.map(({ json }) => json['id'])).toEqual([name]);
	}
});

it('names and values of others are text where the editor renders HTML, and as they are in items and for models', async () => {
	const name = '<img src="https://evil.test/1.png"> & <a href="https://evil.test">';
	const service = await serviceWith([{ id: 'p1', name, owner_id: name }]);
	const [choice] = await choicesFor(asSomebody(service));
	const shown =
		'&#60;img src=\\"https://evil.test/1.png\\"&#62; &#38; &#60;a href=\\"https://evil.test\\"&#62;';
	expect(choice).toMatchObject({ name, description: `Projects: 1, for example "${shown}"` });
	const found = async (filters: object, more = {}) =>
		await runCollab({ ...asSomebody(service, { filters } as never), ...more });
	const { hints } = await found({ ownerIds: '<b>' });
	expect(hints.map(({ message }) => message).join()).toContain("'&#60;b&#62;'");
	const wrong = { updatedAfter: '<b>' };
	expect((await found(wrong)).error?.description).toContain("It is '&#60;b&#62;'");
	const { items } = await found(wrong, { onError: 'continueRegularOutput' });
	expect(items[0]?.json['message']).toContain("It is '<b>'");
	expect((await found(wrong, { type: TOOL })).error?.message).toContain("It is '<b>'");
});
