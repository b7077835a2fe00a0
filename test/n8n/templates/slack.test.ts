import { itemsOf } from '../../../dev/host/executions';
import type { ProjectRecord } from '../../../dev/sandbox';
import { openStage, type Stage } from './stage';
import { publishTemplate, standIn } from './template';
import { Watching } from './watching';

const MS_PER_DAY = 86_400_000;

/** The service's dates are UTC, and so is the time zone of this n8n. */
const dateIn = (days: number) =>
	new Date(Date.now() + days * MS_PER_DAY).toISOString().slice(0, 10);

let stage: Stage;

beforeEach(async () => {
	stage = await openStage(0);
});

afterEach(async () => await stage.sandbox.close());

const create = (fields: Partial<ProjectRecord>) => stage.sandbox.projects.create(fields);

/** A published template, and the messages that it sends. */
async function publish(file: string, last: string) {
	const workflow = await publishTemplate(stage, file, { [last]: standIn });
	const watching = new Watching(stage, workflow);
	const nextMessage = async (): Promise<string> => {
		const [item, ...others] = itemsOf(await watching.next(), last);
		expect(others).toEqual([]);
		return (item?.json['sent'] as { text: string }).text;
	};
	return { nextMessage, stop: async () => await watching.stop() };
}

describe('Post project changes to Slack', () => {
	const open = async () => await publish('post-project-changes-to-slack.json', 'Post the Message');

	test('each event gives a line with what changed, and other edits give none', async () => {
		const { projects } = stage.sandbox;
		const { id } = create({ name: 'Website', task_count: 12, completed_task_count: 11 });
		const { id: other } = create({ name: 'Intranet' });
		// A project that changed within Look Back is not believed removed yet.
		const { id: unchanged } = create({ name: 'Archive', updated_at: '2026-01-01T00:00:00Z' });
		const { nextMessage, stop } = await open();

		projects.update(other, { description: 'Of no interest', member_count: 9 });
		projects.update(id, { completed_task_count: 12 });
		expect(await nextMessage()).toBe(':white_check_mark: Completed: *Website* · 12 tasks');
		projects.update(id, { completed_task_count: 10 });
		expect(await nextMessage()).toBe(':arrows_counterclockwise: Reopened: *Website*');
		projects.archive(id);
		expect(await nextMessage()).toBe(':package: Archived: *Website*');
		projects.restore(id);
		expect(await nextMessage()).toBe(':leftwards_arrow_with_hook: Restored: *Website*');
		const { end_date: before } = projects.update(id, { owner_id: 'usr_0001' });
		expect(await nextMessage()).toMatch(/^:pencil2: Changed: \*Website\*\n +Owner: .+ → usr_0001$/);
		projects.update(id, { end_date: '2031-02-03' });
		const changed = `:pencil2: Changed: *Website*\n      End date: ${before} → 2031-02-03`;
		expect(await nextMessage()).toBe(changed);
		projects.remove(unchanged);
		expect(await nextMessage()).toBe(':wastebasket: Removed: *Archive*');
		await stop();
	});

	test('a name cannot call or link anybody, nor pretend to be another line', async () => {
		const { nextMessage, stop } = await open();
		create({
			name: 'R&D <!channel>\n:package: Archived',
			owner_id: 'usr_7',
			end_date: '2030-01-31',
		});
		expect(await nextMessage()).toBe(
			':new: Created: *R&amp;D &lt;!channel&gt; :package: Archived* · owner usr_7 · end date 2030-01-31',
		);
		await stop();
	});

	test('many changes at once are one message of twenty lines', async () => {
		const ids = Array.from({ length: 25 }, (_, at) => create({ name: `Old ${at}` }).id);
		const { nextMessage, stop } = await open();
		for (const id of ids) stage.sandbox.projects.archive(id);
		const lines = (await nextMessage()).split('\n');
		expect(lines).toHaveLength(21);
		expect(new Set(lines.slice(0, 20)).size).toBe(20);
		expect(lines.at(-1)).toBe('… and 5 more');
		await stop();
	});
});

describe('Post overdue projects to Slack', () => {
	const open = async () => await publish('post-overdue-projects-to-slack.json', 'Post the List');

	test('first all that are overdue, the most overdue first; then each that becomes so, once', async () => {
		create({ name: 'A day', end_date: dateIn(-1), task_count: 4, completed_task_count: 1 });
		create({ name: 'Months <!here>', end_date: dateIn(-100) });
		create({ name: 'Archived', end_date: dateIn(-9), status: 'archived' });
		create({ name: 'Complete', end_date: dateIn(-9), task_count: 1, completed_task_count: 1 });
		const { id } = create({ name: 'In time' });
		const { nextMessage, stop } = await open();
		expect(await nextMessage()).toBe(
			[
				':warning: *2 overdue projects*',
				'• Months &lt;!here&gt;: 100 days late, 0 % done',
				'• A day: 1 day late, 25 % done',
			].join('\n'),
		);
		stage.sandbox.projects.update(id, { end_date: dateIn(-2) });
		expect(await nextMessage()).toBe(
			':warning: *1 overdue project*\n• In time: 2 days late, 0 % done',
		);
		await stop();
	});

	test('of many it shows twenty', async () => {
		for (let days = 1; days <= 25; days += 1) {
			create({ name: `Late ${days}`, end_date: dateIn(-days) });
		}
		const { nextMessage, stop } = await open();
		const lines = (await nextMessage()).split('\n');
		expect(lines).toHaveLength(22);
		expect(lines[1]).toBe('• Late 25: 25 days late, 0 % done');
		expect(lines.at(-1)).toBe('… and 5 more');
		await stop();
	});
});
