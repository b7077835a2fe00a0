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
				expect(projects).toEqual(times === Infinity ? 'listUnstable' : all);
			}
		},
	);
});
