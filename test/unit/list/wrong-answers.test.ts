/** Wrong answers at any place of a reading: no list is short without an error. */
import type { Project } from '../../../nodes/Collab/core/contract';
import { type Behavior, Service } from '../service';
import { findIn, quietRows } from './story';

/** A service with 250 projects, whose answers with these numbers are wrong. */
function wrongAt(
	isWrong: (number: number) => boolean,
	how: Behavior['falseAnswers'],
	behavior: Partial<Behavior> = {},
) {
	const service = new Service(behavior, undefined, quietRows(250));
	service.beforeAnswer = (number) => {
		service.behave({ falseAnswers: isWrong(number) ? how : 'none' });
	};
	return service;
}

const TIMES_AND_LIMITS = [150, Infinity].flatMap((limit) =>
	[1, 2, Infinity].map((times) => [times, limit] as const),
);

describe('answers without rows, though rows are left', () => {
	it.each(['empty', 'cut', 'empty account'] as const)(
		'cost no project, and fail in words if they go on: %s',
		async (how) => {
			for (const [times, limit] of TIMES_AND_LIMITS) {
				const service = wrongAt((number) => number > 1 && number < 2 + times, how);
				const { projects } = await orKind(findIn(service, { limit }));
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
			return window.page * window.perPage > 10_000 ? { ...page, projects: [] } : page;
		};
		const found = await findIn({ ...service, fetchPage: capped });
		expect([found.projects.length, found.isCountWrong]).toEqual([12_000, false]);
	});
});

const TEN = Array.from({ length: 10 }, (_, index) => index + 1);
const TWO_OF_TEN = TEN.flatMap((first) =>
	TEN.filter((next) => next > first).map((next) => [first, next]),
);

it.each([Infinity, 220])(
	'a list is whole or fails if any two answers are empty: %d',
	async (limit) => {
		for (const [first, second] of TWO_OF_TEN) {
			const isEmpty = (number: number) => number === first || number === second;
			const service = wrongAt(isEmpty, 'empty', { dateSkewMs: undefined });
			const { projects } = await orKind(findIn(service, { limit }));
			if (Array.isArray(projects)) expect(projects).toHaveLength(Math.min(250, limit));
			else expect(projects).toBe('listCutShort');
		}
	},
);

async function orKind(finding: Promise<{ readonly projects: readonly Project[] }>) {
	return await finding.catch(({ kind }: { kind: string }) => ({ projects: kind }));
}
