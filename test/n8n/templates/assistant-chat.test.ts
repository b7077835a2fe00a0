import { createCredential } from '../../../dev/host/credentials';
import { request } from '../../../dev/host/request';
import { publishWorkflow } from '../../../dev/host/workflows';
import { startModel } from './model';
import { openStage, type Stage } from './stage';
import { importTemplate } from './template';

const WEBHOOK_ID = 'collab-chat';

let stage: Stage;
let model: Awaited<ReturnType<typeof startModel>>;

beforeAll(async () => {
	stage = await openStage(60);
	model = await startModel('List_Projects', { name_contains: 'Rocket' });
});

afterAll(async () => {
	await model.close();
	await stage.sandbox.close();
});

async function ask(question: string): Promise<string> {
	const answer = await request(`${stage.session.url}/webhook/${WEBHOOK_ID}/chat`, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify({ action: 'sendMessage', sessionId: 's', chatInput: question }),
	});
	return await answer.text();
}

test('a question reaches the model with both tools, and the projects it asks for reach the answer', async () => {
	const { id } = stage.sandbox.projects.create({ name: 'Rocket to Mars', end_date: '2030-01-01' });
	const openAi = await createCredential(stage.session, {
		name: 'Model',
		type: 'openAiApi',
		data: { apiKey: 'none', url: model.url },
	});
	const workflow = await importTemplate(stage, 'answer-questions-in-chat.json', {
		Chat: (node) => ({ ...node, webhookId: WEBHOOK_ID, parameters: { public: true } }),
		'OpenAI Chat Model': (node) => ({
			...node,
			credentials: { openAiApi: openAi },
		}),
	});
	await publishWorkflow(stage.session, workflow);

	const { output } = JSON.parse(await ask('When is the rocket due?')) as { output: string };
	const [, result] = output.split('The tool says: ');
	expect(JSON.parse(String(result))).toMatchObject([
		{ returned: 1, has_more: false, projects: [{ id, end_date: '2030-01-01' }] },
	]);

	const [first, second] = model.prompts;
	const tools = first?.tools?.map((tool) => tool.function) ?? [];
	expect(tools.map(({ name }) => name).sort()).toEqual(['List_Projects', 'Summarize_Projects']);
	expect(tools.every(({ description }) => description.includes('Only reads'))).toBe(true);
	expect(first?.messages.map(({ role }) => role)).toEqual(['developer', 'user']);
	expect(String(first?.messages[0]?.content)).toContain(new Date().toISOString().slice(0, 10));
	expect(second?.messages.at(-1)).toMatchObject({ role: 'tool' });
	expect(model.prompts).toHaveLength(2);
});
