/** The fake service's order of names, beside that of a real database. */
import { PGlite } from '@electric-sql/pglite';
import { sortRows, STRICT } from '../../../dev/sandbox/listing';
import { draw, pick, randomFrom } from '../service';
import { idsOf } from './story';

const PIECES = [
	...['a', 'A', 'ä', 'Á', 'z', 'Z', 'ø', 'o', 'ł', 'L', 'æ', 'ae', 'ß', 'SS', 'あ', 'ア', 'Ω'],
	...[' ', '-', '_', '.', '1', '10', '2', '(', "'", '🚀', 'é', 'e\u0301', 'ñ', 'i', 'İ', 'ı'],
];

test('names in ICU order come as PostgreSQL sorts them by an ICU collation', async () => {
	const random = randomFrom(1);
	const nameOf = () =>
		Array.from({ length: 1 + draw(random, 5) }, () => pick(PIECES, random)).join('');
	const names = [...new Set(Array.from({ length: 3_000 }, nameOf))];
	const rows = names.map((name, index) => ({ id: String(index), name }));
	const database = await PGlite.create();
	try {
		const sorted = await database.query<{ id: string }>(
			`SELECT id FROM jsonb_to_recordset($1) AS projects (id text, name text)
			ORDER BY name COLLATE "und-x-icu"`,
			[JSON.stringify(rows)],
		);
		const ordering = { status: 'all', sortBy: 'name', order: 'asc' } as const;
		const ours = sortRows(rows, ordering, { ...STRICT, collation: 'icu' });
		expect(idsOf(ours)).toEqual(idsOf(sorted.rows));
	} finally {
		await database.close();
	}
}, 60_000);
