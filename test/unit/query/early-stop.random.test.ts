/**
 * Reading that ends before the list does, over the same random histories as whole lists. A failing case is printed by
 * fast-check with its seed; run it again with SEED=<seed>.
 */
import fc from 'fast-check';
import type { Project } from '../../../nodes/Collab/core/contract';
import { findProjects } from '../../../nodes/Collab/core/query/find';
import { compareInstants, instantFromMs, parseInstant } from '../../../nodes/Collab/core/time';
import { cases } from '../../random';
import { START_MS } from '../list/account';
import { histories, isQuiet, isWellOrdered, type Reader, run } from '../list/histories';

const MS_PER_HOUR = 3_600_000;

const isLater = (row: Project, field: string, ms: number) => {
	const at = parseInstant(row[field]);
	return at !== undefined && compareInstants(at, instantFromMs(ms)) > 0;
};

/** What was changed or created in the last hours: a list that is read newest first, and not to its end. */
const searches = fc.record({
	history: histories,
	field: fc.constantFrom('updated_at', 'created_at'),
	hours: fc.integer({ min: 1, max: 40 }),
});

/**
 * Where projects change, only a whole list can be proven complete if equal values have no fixed order, or if totals are
 * those of another time than the rows.
 */
const provable = searches.filter(
	({ history }) => isQuiet(history) || (isWellOrdered(history) && !history.service.countsFirst),
);

test('a time filter finds every project that matched all the time exactly once, or fails in words', async () => {
	const tried = cases(25);
	let failed = 0;
	const property = fc.asyncProperty(provable, async ({ history, field, hours }) => {
		const after = START_MS - hours * MS_PER_HOUR;
		const bound = instantFromMs(after);
		const filters = field === 'updated_at' ? { updatedAfter: bound } : { createdAfter: bound };
		const reader: Reader = async function* (fetchPage, options) {
			const query = {
				list: options.query,
				filters,
				matches: (row: Project) => isLater(row, field, after),
				...options,
			};
			yield await findProjects(fetchPage, query, Infinity);
		};
		const outcome = await run(history, reader);
		if (outcome.error) {
			failed += 1;
			return;
		}
		const ids = outcome.projects.map(({ id }) => id);
		expect(new Set(ids).size).toBe(ids.length);
		const lost = outcome.before
			.filter((row) => isLater(row, field, after) && outcome.lasting.has(row.id))
			.filter(({ id }) => !ids.includes(id));
		if (lost.length > 0) throw new Error(`Lost: ${lost.map(({ id }) => id).join()}`);
	});
	await fc.assert(property, tried);
	process.stderr.write(`${failed} of ${tried.numRuns} searches ended in an error\n`);
	expect(failed).toBeLessThan(tried.numRuns / 50);
}, 3_600_000);
