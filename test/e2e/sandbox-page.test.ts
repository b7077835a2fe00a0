import axios from 'axios';
import { SandboxPage } from './pages/sandboxPage';
import { takePicture } from './pictures';
import { Stage } from './stage';

let stage: Stage;

beforeAll(async () => {
	stage = await Stage.open(120);
});

afterAll(async () => {
	await stage.close();
});

const held = (name: string) => stage.sandbox.projects.all().filter((one) => one.name === name);

it('a person creates, edits, archives, restores and deletes a project', async () => {
	await stage.inNewTab('Project', async (page) => {
		const sandbox = new SandboxPage(page, stage.sandbox.url);
		await sandbox.open();
		await takePicture('sandbox', page, { height: 980 });
		const fields = { 'Owner ID': 'usr_ben', 'End date': '2031-01-31', Tasks: '12' };
		await sandbox.createProject({ Name: 'Harbour festival', ...fields });
		await sandbox.untilTold('Harbour festival created.');
		expect(held('Harbour festival')).toMatchObject([
			{ status: 'active', owner_id: 'usr_ben', end_date: '2031-01-31', task_count: 12 },
		]);

		await sandbox.editProject('Harbour festival', { Name: 'Harbour days', 'Completed tasks': '5' });
		await sandbox.untilTold('Harbour days saved.');
		expect(held('Harbour days')).toMatchObject([{ task_count: 12, completed_task_count: 5 }]);
		await sandbox.search('harbour DAYS', 'Page 1 of 1 · 1 project');
		const shown = {
			'Owner ID': 'usr_ben',
			Status: 'active',
			Tasks: '5 of 12',
			'End date': '31 Jan 2031',
		};
		expect(await sandbox.rows()).toMatchObject([shown]);

		await sandbox.press('Archive', 'Harbour days');
		await sandbox.untilTold('Harbour days archived.');
		expect(held('Harbour days')).toMatchObject([{ status: 'archived' }]);
		await sandbox.press('Restore', 'Harbour days');
		await sandbox.untilTold('Harbour days restored.');

		await sandbox.deleteProject('Harbour days');
		await sandbox.untilTold('Harbour days deleted.');
		expect(held('Harbour days')).toEqual([]);
	});
});

it('a person creates an API key, which works until it is revoked', async () => {
	await stage.inNewTab('API keys', async (page) => {
		const statusWith = async (key: string) => {
			const request = { headers: { 'X-API-Key': key }, validateStatus: () => true };
			return (await axios.get(`${stage.sandbox.baseUrl}/projects`, request)).status;
		};
		const sandbox = new SandboxPage(page, stage.sandbox.url);
		await sandbox.open('API keys');
		const key = await sandbox.createApiKey('Nightly report');
		expect(await statusWith(key)).toBe(200);
		await sandbox.revokeApiKey('Nightly report');
		expect(await statusWith(key)).toBe(401);
	});
});
