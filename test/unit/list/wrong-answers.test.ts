/** Wrong answers at any place of a reading: no list is short without an error. */
import type { CollabError } from '../../../nodes/Collab/core/errors';
import { Service } from '../service';
import { findIn, quietRows } from './story';

const TIMES_AND_LIMITS = [150, Infinity].flatMap((limit) =>
	[1, 2, Infinity].map((times) => [times, limit] as const),
);

describe('answers without rows, though rows are left', () => {
	it.each(['empty', 'cut', 'empty account'] as const)(
		'cost no project, and fail in words if they go on: %s',
		async (how) => {
			for (const [times, limit] of TIMES_AND_LIMITS) {
				const service = new Service({}, undefined, quietRows(250));
				service.beforeAnswer = (number) => {
					const isWrong = number > 1 && number < 2 + times;
					service.behave({ falseAnswers: isWrong ? how : 'none' });
				};
				const orKind = ({ kind }: CollabError) => ({ rows: kind });
				const { rows: projects } = await findIn(service, { limit }).catch(orKind);
				const all = quietRows(Math.min(250, limit));
				expect(projects).toEqual(times === Infinity ? 'listCutShort' : all);
			}
		},
	);

	it('are no reason to doubt the count where another order gives all', async () => {
		// No more than 10,000 rows of any order are to be had.
		const service = new Service({}, undefined, quietRows(12_000));
		const { fetchPage } = service;
		const capped: typeof fetchPage = async (query, window) => {
			const page = await fetchPage(query, window);
			return window.page * window.perPage > 10_000 ? { ...page, rows: [] } : page;
		};
		const found = await findIn({ ...service, fetchPage: capped });
		expect([found.rows.length, found.isCountWrong]).toEqual([12_000, false]);
	});
});
