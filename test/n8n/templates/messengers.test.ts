import { itemsOf } from '../../../dev/host/executions';
import { openStage, type Stage } from './stage';
import { publishTemplate, standIn } from './template';
import { Watching } from './watching';

const LAST = 'Post a Message';
const FACTS = '12 of 12 tasks done · owner usr_0007 · due 2026-03-31';

let stage: Stage;

beforeAll(async () => {
	stage = await openStage(20);
});

afterAll(async () => await stage.sandbox.close());

/** What is posted about a project that is completed, and about one that is archived later. */
async function messagesOf(file: string, name: string): Promise<[unknown, unknown]> {
	const { projects } = stage.sandbox;
	const fields = { name, task_count: 12, owner_id: 'usr_0007', end_date: '2026-03-31' };
	const { id } = projects.create({ ...fields, completed_task_count: 11 });
	const watching = new Watching(stage, await publishTemplate(stage, file, { [LAST]: standIn }));
	projects.update(id, { completed_task_count: 12 });
	const completed = itemsOf(await watching.next(), LAST);
	projects.archive(id);
	const archived = itemsOf(await watching.next(), LAST);
	await watching.stop();
	expect([completed.length, archived.length]).toEqual([1, 1]);
	return [completed[0]?.json['sent'], archived[0]?.json['sent']];
}

test('Slack: one message for each event, in which a name cannot call or link anybody', async () => {
	const messages = await messagesOf('archived-or-completed-to-slack.json', 'R&D <!channel>');
	expect(messages).toEqual([
		{ text: `:white_check_mark: Completed: *R&amp;D &lt;!channel&gt;*\n${FACTS}` },
		{ text: `:package: Archived: *R&amp;D &lt;!channel&gt;*\n${FACTS}` },
	]);
});

test('Microsoft Teams: one message for each event, as plain text', async () => {
	const messages = await messagesOf('archived-or-completed-to-microsoft-teams.json', 'Website <b>');
	expect(messages).toEqual([
		{ message: `✅ Completed: Website <b>\n${FACTS}` },
		{ message: `📦 Archived: Website <b>\n${FACTS}` },
	]);
});

test('Discord: one message for each event, the name in an embed', async () => {
	const messages = await messagesOf('archived-or-completed-to-discord.json', 'Ask @everyone');
	const embed = {
		title: 'Ask @everyone',
		description: FACTS,
		timestamp: expect.stringMatching(/^20\d\d-.*Z$/) as string,
	};
	expect(messages).toEqual([
		{
			content: 'A project was completed',
			embeds: { values: [{ ...embed, color: '#2e9e5b' }] },
		},
		{
			content: 'A project was archived',
			embeds: { values: [{ ...embed, color: '#8a8f98' }] },
		},
	]);
});
