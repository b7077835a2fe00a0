/** Step by step, what the workflows of examples/ that write messages or rows do. */
import type { ProjectRecord } from '../../../dev/sandbox';
import type { Change } from '../examples';
import { ago, dateIn, outside, store } from './stage';

interface Story {
	readonly file: string;
	/** What a person changes, as the note of the template suggests. */
	readonly changes?: Readonly<Record<string, Change>>;
	/** Where a person starts it by hand; without one, it is published. */
	readonly trigger?: string;
	readonly projects: readonly Partial<ProjectRecord>[];
	/** Takes what is compared from what arrived outside since the step began. */
	readonly read: (sinceMs: number) => unknown[];
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

/** Changed before Look Back: one that changed within it is not believed removed yet. */
export const LONG_AGO = { updated_at: '2026-01-01T00:00:00Z' };

const COMPLETE = { task_count: 12, completed_task_count: 12 };

const changesToSlack: Story = {
	file: 'post-project-changes-to-slack.json',
	projects: [
		{ name: 'App', ...COMPLETE, completed_task_count: 11 },
		{ name: 'Website', end_date: '2030-01-31' },
		{ name: 'Shop', ...COMPLETE },
		{ name: 'Intranet' },
		{ name: 'Blog', status: 'archived' },
		{ name: 'Archive', ...LONG_AGO },
		{ name: 'Quiet' },
	],
	// A message is of as many lines as there are changes, some with more lines below.
	read: () => outside.messages.flatMap((text) => text.split(/\n(?=[:…])/)),
	steps: [
		[
			() => {
				update('App', COMPLETE);
				update('Website', { end_date: '2031-02-03' });
				update('Shop', { completed_task_count: 10 });
				update('Intranet', { status: 'archived' });
				update('Blog', { status: 'active' });
				store().remove(idOf('Archive'));
				update('Quiet', { description: 'Of no interest', member_count: 9 });
				// A name cannot call or link anybody, nor pretend to be another line.
				const name = 'R&D <!channel>\n:package: Archived';
				create({ name, owner_id: 'usr_7', end_date: '2030-01-31' });
			},
			':arrows_counterclockwise: Open tasks again: *Shop*',
			':leftwards_arrow_with_hook: Restored: *Blog*',
			':new: Created: *R&D ＜!channel＞ ：package: Archived* · owner usr_7 · end date 2030-01-31',
			':package: Archived: *Intranet*',
			':pencil2: Changed: *Website*\n      end date: 2030-01-31 → 2031-02-03',
			':wastebasket: Removed: *Archive*',
			':white_check_mark: All tasks done: *App* · 12 tasks',
		],
	],
};

const overdueToSlack: Story = {
	file: 'post-overdue-projects-to-slack.json',
	read: () =>
		outside.messages.map((text) => text.replace(':warning: *Projects that need a look', '')),
	projects: [
		{ name: 'A day', end_date: dateIn(-1), task_count: 4, completed_task_count: 1 },
		{ name: 'Months <!here>', end_date: dateIn(-100) },
		{ name: 'Archived', end_date: dateIn(-9), status: 'archived' },
		{ name: 'Complete', end_date: dateIn(-9), task_count: 1, completed_task_count: 1 },
		{ name: 'In time' },
	],
	steps: [
		[
			nothing,
			': 2*\n• *Months ＜!here＞*: 100 days late, 0 % done\n• *A day*: 1 day late, 25 % done',
		],
		[() => update('In time', { end_date: dateIn(-2) }), ': 1*\n• *In time*: 2 days late, 0 % done'],
	],
};

const toGoogleSheets: Story = {
	file: 'sync-projects-to-google-sheets.json',
	projects: [{ name: 'Changes' }, { name: 'Without an end' }, { name: 'Removed', ...LONG_AGO }],
	read: (sinceMs) =>
		outside.rowsOn('Projects').filter((row) => Date.parse(String(row['synced_at'])) >= sinceMs),
	steps: [
		[
			nothing,
			{ name: 'Changes', event: 'existing' },
			{ name: 'Removed' },
			{ name: 'Without an end' },
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
			// The other columns are left as they are: the node writes those that an item has.
			{ name: 'Removed', event: 'removed', owner_id: 'usr_ada' },
			{ name: 'Without an end', end_date: '' },
		],
	],
};

const activeToGoogleSheets: Story = {
	file: 'save-active-projects-to-google-sheets.json',
	trigger: 'Every Morning',
	projects: [
		{ name: 'Late', end_date: dateIn(-3) },
		{ name: 'App', ...COMPLETE },
	],
	read: () => outside.rowsOn('Active'),
	steps: [
		[nothing, { name: 'App', progress_percent: 100 }, { name: 'Late', is_overdue: true }],
		[
			() => {
				update('App', { status: 'archived' });
				create({ name: 'Brand new' });
			},
			{ name: 'Brand new' },
			{ name: 'Late' },
		],
		[() => hold([])],
	],
};

const DIGEST = new RegExp(
	[
		'^Projects this week: 4 in all, 1 overdue; Projects on .*; active: 3; archived: 1',
		'Overdue: 1; All tasks done: 1; Average progress: 50 %; Without a change for longest:',
		'- ＊Now＊ ＿a＿ my_own ＜!here＞ \\(40 days\\); - Late \\(0 days\\)',
	].join('; '),
);

/** As its note suggests, a chat gets the text; here the subject, too. */
const digest: Story = {
	file: 'email-weekly-project-digest.json',
	changes: {
		'Send the Digest': (node) => {
			const { subject, text } = node.parameters as { subject: string; text: string };
			const message = { resource: 'message', operation: 'post', select: 'channel' };
			const parameters = { ...message, text: `${subject}\n${text.slice(1)}` };
			return { ...node, type: 'n8n-nodes-base.slack', typeVersion: 2.3, parameters };
		},
	},
	trigger: 'Every Monday',
	projects: [
		{ name: '*Now* _a_ my_own\n<!here>', updated_at: ago(40), task_count: 4 },
		{ name: 'Late', end_date: dateIn(-3), task_count: 10, completed_task_count: 5 },
		{ name: 'Done', task_count: 2, completed_task_count: 2 },
		{ name: 'Old', status: 'archived', updated_at: ago(90) },
	],
	read: () => outside.messages.map((text) => text.split(/\n+_?/).join('; ')),
	steps: [
		[nothing, expect.stringMatching(DIGEST)],
		[() => hold([]), expect.stringMatching(/no projects yet\..*not known.*longest:; - none/)],
	],
};

export const STORIES = [
	...[changesToSlack, overdueToSlack, digest],
	...[activeToGoogleSheets, toGoogleSheets],
];
