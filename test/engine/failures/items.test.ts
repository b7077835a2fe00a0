import { CredentialStore } from '../harness/credentialStore';
import { runCollab } from '../harness/runCollab';
import { answer, listOf, scriptedServers, type Script } from '../harness/scriptedServer';
import { textIn } from '../harness/textIn';
import { API_KEY, expectFailure, listFrom } from './failing';

const serve = scriptedServers();
const project = (number: number) => ({ id: `proj_${number}`, updated_at: '2026-01-01T00:00:00Z' });

describe('what was read before the error', () => {
	it('is not returned as if it were all', async () => {
		const rows = Array.from({ length: 200 }, (_row, number) => project(number));
		const service = await serve((response, { query }) => {
			if (query['page'] !== '1') return answer(response, 403);
			const pagination = { page: 1, per_page: 100, total_items: 200, total_pages: 2 };
			answer(response, 200, {
				data: rows.slice(0, 100),
				pagination: { ...pagination, has_next: true, has_prev: false },
			});
		});
		const outcome = await listFrom(service.baseUrl, { parameters: { returnAll: true } });
		expectFailure(outcome, /does not allow/, /administrator/);
	});
});

describe('several items of which one fails', () => {
	const items = [{ status: 'all' }, { status: 'archived' }, { status: 'active' }];
	const parameters = { status: '={{ $json.status }}' };
	const script: Script = (response, { query }) =>
		query['status'] === 'archived'
			? answer(response, 403)
			: answer(response, 200, listOf([{ id: `proj_${query['status']}` }]));

	it('stops with the index of that item', async () => {
		const service = await serve(script);
		const outcome = await listFrom(service.baseUrl, { items, parameters });
		expect(outcome.error?.context['itemIndex']).toBe(1);
		expect(outcome.items).toEqual([]);
	});

	it('continues, with the error in the place of that item', async () => {
		const service = await serve(script);
		const outcome = await listFrom(service.baseUrl, {
			items,
			parameters,
			settings: { onError: 'continueRegularOutput' },
		});
		expect(outcome.error).toBeUndefined();
		expect(outcome.items).toMatchObject([
			{ json: { id: 'proj_all' }, pairedItem: { item: 0 } },
			{
				json: { error: expect.stringMatching(/does not allow/) as string },
				pairedItem: { item: 1 },
			},
			{ json: { id: 'proj_active' }, pairedItem: { item: 2 } },
		]);
		expect(textIn(outcome)).not.toContain(API_KEY);
	});

	it('continues, with the error in the error output', async () => {
		const service = await serve(script);
		const outcome = await listFrom(service.baseUrl, {
			items,
			parameters,
			settings: { onError: 'continueErrorOutput' },
		});
		expect(outcome.items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 2 }]);
		expect(outcome.errorItems).toHaveLength(1);
		expect(textIn(outcome.errorItems)).toMatch(/does not allow/);
		expect(textIn(outcome)).not.toContain(API_KEY);
	});
});

describe('a node without a credential', () => {
	it("fails with n8n's own words", async () => {
		const { error, items } = await runCollab({ store: new CredentialStore(), credentials: {} });
		expect(error?.message).toMatch(/does not have any credentials set/);
		expect(items).toEqual([]);
	});
});
