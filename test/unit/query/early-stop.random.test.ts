/**
 * Reading that ends before the list does, over the same random histories as whole lists. A failing case is printed by
 * fast-check with its seed; run it again with SEED=<seed>.
 */
import fc from 'fast-check';
import type { Project } from '../../../nodes/Collab/core/contract';
import { findProjects } from '../../../nodes/Collab/core/query/find';
import { instantFromMs } from '../../../nodes/Collab/core/time';
import { cases } from '../../random';
import { START_MS } from '../list/account';
import { histories, type Reader, run } from '../list/histories';

const MS_PER_HOUR = 3_600_000;

/** A list that is read from one end up to a time, in whatever order it is asked for. */
const searches = fc.record({
	history: histories,
	field: fc.constantFrom('updated', 'created'),
	side: fc.constantFrom('After', 'Before'),
	hours: fc.integer({ min: 1, max: 40 }),
});

test('a time filter finds every project that matched unchanged all the time exactly once, or fails in words', async () => {
	const tried = cases(50);
	let failed = 0;
	const property = fc.asyncProperty(searches, async ({ history, field, side, hours }) => {
		const atMs = START_MS - hours * MS_PER_HOUR;
		const matches = (row: Project) => {
			const stamp = row[`${field}_at`];
			if (typeof stamp !== 'string') return false;
			return side === 'After' ? Date.parse(stamp) > atMs : Date.parse(stamp) < atMs;
		};
		const reader: Reader = async (fetchPage, { query: list, now }) => {
			const filters = { [`${field}${side}`]: instantFromMs(atMs) };
			const query = { list, filters, matches, now };
			return (await findProjects(fetchPage, query, Infinity)).projects;
		};
		const { error, projects, before, steady } = await run(history, reader);
		if (error) {
			failed += 1;
			expect(['listKeptChanging', 'listUnstable']).toContain(error.kind);
			return;
		}
		const ids = projects.map(({ id }) => id);
		expect(new Set(ids).size).toBe(ids.length);
		expect(projects.every(matches)).toBe(true);
		const found = new Set(ids);
		const lost = before.filter((row) => matches(row) && steady.has(row.id) && !found.has(row.id));
		if (lost.length > 0) throw new Error(`Lost: ${lost.map(({ id }) => id).join()}`);
	});
	await fc.assert(property, tried);
	process.stderr.write(`${failed} of ${tried.numRuns} searches ended in an error\n`);
	expect(failed).toBeLessThanOrEqual(Math.max(3, tried.numRuns / 50));
}, 3_600_000);
