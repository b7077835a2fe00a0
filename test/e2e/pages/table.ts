import type { Locator } from '@playwright/test';

export type Row = Readonly<Record<string, string>>;

/** The rows that a table shows, by the headings of their columns; columns without one are left out. */
export async function readTable(table: Locator): Promise<Row[]> {
	const headings = await table.locator('thead th').allInnerTexts();
	const rows: Row[] = [];
	for (const row of await table.locator('tbody tr').all()) {
		const cells = await row.locator('td').allInnerTexts();
		const named = headings.map((heading, at) => [heading.trim(), cells[at] ?? ''] as const);
		rows.push(Object.fromEntries(named.filter(([heading]) => heading !== '')));
	}
	return rows;
}
