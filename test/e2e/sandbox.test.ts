import { expect, test } from './fixtures';

test('on the page for people a project is edited, what contradicts itself is refused, and a name is only text', async ({
	page,
	sandbox,
}) => {
	const { projects } = sandbox;
	const [project] = projects.sorted({ status: 'active', sortBy: 'updated_at', order: 'desc' });
	if (project === undefined) throw new Error('There is no active project');
	await page.goto(sandbox.url);
	await page.getByRole('button', { name: `Edit ${project.name}`, exact: true }).click();
	const form = page.getByRole('dialog');
	const enter = async (name: string, value: string) => {
		await form.getByLabel(name, { exact: true }).fill(value);
		await form.getByRole('button', { name: 'Save' }).click();
	};
	await enter('completed_task_count', '99999');
	await expect(form.getByRole('alert')).toHaveText(/completed_task_count must not be more/);
	await enter('completed_task_count', '0');
	await form.waitFor({ state: 'hidden' });

	await page.getByRole('button', { name: `Edit ${project.name}`, exact: true }).click();
	const name = '<img src="x" alt="picture">';
	await enter('name', name);
	await expect(page.getByText(name)).toBeVisible();
	await expect(page.locator('table img')).toHaveCount(0);
	const { updated_at, ...others } = project;
	const saved = projects.get(project.id);
	expect(saved).toMatchObject({ ...others, name, completed_task_count: 0 });
	expect(saved?.updated_at).not.toBe(updated_at);
});
