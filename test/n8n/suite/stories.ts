/** Step by step, what the workflows of examples/ that write messages or rows do. */
import type { ProjectRecord } from '../../../dev/sandbox';
import { SIMPLIFIED_FIELDS } from '../../simplifiedFields';
import type { Row } from '../stage';
import { store } from './stage';

const MS_PER_DAY = 86_400_000;

/** The service's dates are UTC, and so is the time zone of this n8n. */
const dateIn = (days: number) =>
	new Date(Date.now() + days * MS_PER_DAY).toISOString().slice(0, 10);

interface Story {
	readonly file: string;
	/** The last node. It shows what it would send. */
	readonly node: string;
	/** Another one that would reach a service. */
	readonly other?: string;
	/** Where a person starts it by hand; without one, it is published. */
	readonly trigger?: string;
	readonly projects: readonly Partial<ProjectRecord>[];
	/** Takes from the rows of one execution what is compared. */
	readonly read: (rows: readonly Row[]) => unknown[];
	/** Each step says what happens and what comes out for it; nothing happens in the first before publishing. */
	readonly steps: ReadonlyArray<readonly [act: () => void, ...expected: unknown[]]>;
}

const nothing = () => undefined;

/** Replaces all projects of the service. */
export function hold(projects: readonly Partial<ProjectRecord>[]): void {
	for (const { id } of store().all()) store().remove(id);
	for (const fields of projects) store().create(fields);
}
const create = (fields: Partial<ProjectRecord>) => void store().create(fields);
const idOf = (name: string) =>
	store()
		.all()
		.find((project) => project.name === name)?.id ?? '';
const update = (name: string, fields: Partial<ProjectRecord>) =>
	void store().update(idOf(name), fields);

const sentIn = ([row]: readonly Row[]) => row?.['sent'] as { subject: string; text: string };

const NUMBERS = Array.from({ length: 25 }, (_, at) => 10 + at);
/** Changed before Look Back: one that changed within it is not believed removed yet. */
const LONG_AGO = { updated_at: '2026-01-01T00:00:00Z' };

const COMPLETE = { task_count: 12, completed_task_count: 12 };

const changesToSlack: Story = {
	file: 'post-project-changes-to-slack.json',
	node: 'Post the Message',
	projects: [
		{ name: 'App', ...COMPLETE, completed_task_count: 11 },
		{ name: 'Website', end_date: '2030-01-31' },
		{ name: 'Shop', ...COMPLETE },
		{ name: 'Intranet' },
		{ name: 'Blog', status: 'archived' },
		{ name: 'Archive', ...LONG_AGO },
	],
	// A message is of as many lines as there are changes, some with more lines below.
	read: (rows) => sentIn(rows).text.split(/\n(?=[:…])/),
	steps: [
		[
			() => {
				update('App', COMPLETE);
				update('Website', { end_date: '2031-02-03' });
				update('Shop', { completed_task_count: 10 });
				store().archive(idOf('Intranet'));
				store().restore(idOf('Blog'));
				store().remove(idOf('Archive'));
				// A name cannot call or link anybody, nor pretend to be another line.
				const name = 'R&D <!channel>\n:package: Archived';
				create({ name, owner_id: 'usr_7', end_date: '2030-01-31' });
			},
			':arrows_counterclockwise: Reopened: *Shop*',
			':leftwards_arrow_with_hook: Restored: *Blog*',
			':new: Created: *R&amp;D &lt;!channel&gt; :package: Archived* · owner usr_7 · end date 2030-01-31',
			':package: Archived: *Intranet*',
			':pencil2: Changed: *Website*\n      End date: 2030-01-31 → 2031-02-03',
			':wastebasket: Removed: *Archive*',
			':white_check_mark: Completed: *App* · 12 tasks',
		],
		[
			() => {
				update('Intranet', { description: 'Of no interest', member_count: 9 });
				NUMBERS.forEach((at) => create({ name: `New ${at}` }));
			},
			...Array<unknown>(20).fill(expect.stringMatching(/^:new: Created: \*New \d\d\*/)),
			'… and 5 more',
		],
	],
};

const overdueToSlack: Story = {
	file: 'post-overdue-projects-to-slack.json',
	node: 'Post the List',
	projects: [
		{ name: 'A day', end_date: dateIn(-1), task_count: 4, completed_task_count: 1 },
		{ name: 'Months <!here>', end_date: dateIn(-100) },
		{ name: 'Archived', end_date: dateIn(-9), status: 'archived' },
		{ name: 'Complete', end_date: dateIn(-9), task_count: 1, completed_task_count: 1 },
		{ name: 'In time' },
	],
	read: (rows) => [sentIn(rows).text],
	steps: [
		[
			nothing,
			':warning: *2 overdue projects*\n• Months &lt;!here&gt;: 100 days late, 0 % done\n• A day: 1 day late, 25 % done',
		],
		[
			() => update('In time', { end_date: dateIn(-2) }),
			':warning: *1 overdue project*\n• In time: 2 days late, 0 % done',
		],
		[
			() => NUMBERS.forEach((days) => create({ name: `Late ${days}`, end_date: dateIn(-days) })),
			expect.stringMatching(/projects\*\n• Late 34: 34 days(.*\n){20}… and 5 more$/),
		],
	],
};

const columns = [...SIMPLIFIED_FIELDS, 'event', 'synced_at'].join();

const toGoogleSheets: Story = {
	file: 'sync-projects-to-google-sheets.json',
	node: 'Add or Update Rows',
	projects: [{ name: 'Changes' }, { name: 'Without an end' }, { name: 'Removed', ...LONG_AGO }],
	read: (rows) => rows.map((row) => ({ ...row, columns: Object.keys(row).join() })),
	steps: [
		[
			nothing,
			{ name: 'Changes', columns, event: 'existing' },
			{ name: 'Removed', columns },
			{ name: 'Without an end', columns },
		],
		[
			() => {
				update('Changes', { name: '=1+1', task_count: 7, status: 'archived' });
				// The node would leave the cell alone for a value that is not there.
				update('Without an end', { end_date: null } as never);
				create({ name: 'Brand new' });
				store().remove(idOf('Removed'));
			},
			{ name: '=1+1', task_count: 7, status: 'archived', event: 'updated' },
			{ name: 'Brand new', status: 'active', event: 'created' },
			// The sheet's other columns are left as they are: the node writes those that an item has.
			{ name: 'Removed', event: 'removed', columns: 'id,name,status,event,synced_at' },
			{ name: 'Without an end', end_date: '' },
		],
	],
};

const activeToGoogleSheets: Story = {
	file: 'save-active-projects-to-google-sheets.json',
	node: 'Fill the Sheet',
	other: 'Empty the Sheet',
	trigger: 'Every Morning',
	projects: [
		{ name: 'Late', end_date: dateIn(-3) },
		{ name: 'App', ...COMPLETE },
	],
	read: (rows) =>
		rows.map(({ name, is_overdue, progress_percent }) => ({ name, is_overdue, progress_percent })),
	steps: [
		[nothing, { name: 'App', progress_percent: 100 }, { name: 'Late', is_overdue: true }],
		[
			() => {
				store().archive(idOf('App'));
				create({ name: 'Brand new' });
			},
			{ name: 'Brand new' },
			{ name: 'Late' },
		],
	],
};

const digest: Story = {
	file: 'email-weekly-project-digest.json',
	node: 'Send the Digest',
	trigger: 'Every Monday',
	projects: [
		{ name: 'Idle', updated_at: dateIn(-40), task_count: 4, completed_task_count: 1 },
		{ name: 'Late', end_date: dateIn(-3), task_count: 10, completed_task_count: 5 },
		{ name: 'Done', task_count: 2, completed_task_count: 2 },
		{ name: 'Old', status: 'archived', updated_at: dateIn(-90) },
	],
	read: (rows) => {
		const { subject, text } = sentIn(rows);
		const lines = text.replace(/on \d+ [A-Z][a-z]+ \d{4}\n/, 'on a day\n').split(/\n+/);
		return [[subject, ...lines].join('; ')];
	},
	steps: [
		[
			nothing,
			'Projects this week: 4 in all, 1 overdue; Projects on a day; active: 3; archived: 1; Overdue: 1; Completed: 1; Average progress: 58.3 %; Without a change for longest:; - Idle (40 days); - Late (0 days)',
		],
		[
			() => hold([]),
			expect.stringMatching(/There are no projects yet\..*not known.*longest:; - none$/),
		],
	],
};

export const STORIES = [
	changesToSlack,
	overdueToSlack,
	activeToGoogleSheets,
	toGoogleSheets,
	digest,
];
