import axios from 'axios';
import type { Sandbox } from '../../dev/sandbox';
import { expect, test } from './fixtures';
import { SandboxPage } from './pages/sandboxPage';
import { takePicture } from './pictures';

const projectsCalled = ({ projects }: Sandbox, name: string) =>
	projects.all().filter((one) => one.name === name);

test('a person creates, edits, archives, restores and deletes a project', async ({
	page,
	sandbox,
}) => {
	const sandboxPage = new SandboxPage(page, sandbox.url);
	await sandboxPage.open();
	await takePicture('sandbox', page, { height: 980 });
	const fields = { 'Owner ID': 'usr_ben', 'End date': '2031-01-31', Tasks: '12' };
	await sandboxPage.createProject({ Name: 'Harbour festival', ...fields });
	await sandboxPage.untilShown('Harbour festival created.');
	expect(projectsCalled(sandbox, 'Harbour festival')).toMatchObject([
		{ status: 'active', owner_id: 'usr_ben', end_date: '2031-01-31', task_count: 12 },
	]);

	await sandboxPage.editProject('Harbour festival', {
		Name: 'Harbour days',
		'Completed tasks': '5',
	});
	await sandboxPage.untilShown('Harbour days saved.');
	expect(projectsCalled(sandbox, 'Harbour days')).toMatchObject([
		{ task_count: 12, completed_task_count: 5 },
	]);
	await sandboxPage.search('harbour DAYS', 'Page 1 of 1 · 1 project');
	const shown = {
		'Owner ID': 'usr_ben',
		Status: 'active',
		Tasks: '5 of 12',
		'End date': '31 Jan 2031',
	};
	expect(await sandboxPage.rows()).toMatchObject([shown]);

	await sandboxPage.press('Archive', 'Harbour days');
	await sandboxPage.untilShown('Harbour days archived.');
	expect(projectsCalled(sandbox, 'Harbour days')).toMatchObject([{ status: 'archived' }]);
	await sandboxPage.press('Restore', 'Harbour days');
	await sandboxPage.untilShown('Harbour days restored.');

	await sandboxPage.deleteProject('Harbour days');
	await sandboxPage.untilShown('Harbour days deleted.');
	expect(projectsCalled(sandbox, 'Harbour days')).toEqual([]);
});

test('a person creates an API key, which works until it is revoked', async ({ page, sandbox }) => {
	const statusWith = async (key: string) => {
		const request = { headers: { 'X-API-Key': key }, validateStatus: () => true };
		return (await axios.get(`${sandbox.baseUrl}/projects`, request)).status;
	};
	const sandboxPage = new SandboxPage(page, sandbox.url);
	await sandboxPage.open('API keys');
	const key = await sandboxPage.createApiKey('Nightly report');
	expect(await statusWith(key)).toBe(200);
	await sandboxPage.revokeApiKey('Nightly report');
	expect(await statusWith(key)).toBe(401);
});
