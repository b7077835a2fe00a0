import type { Page } from '@playwright/test';
import { n8nUrl } from '../../sharedN8n/host';
import { OWNER } from '../../owner';

export async function signIn(page: Page): Promise<void> {
	await page.goto(`${n8nUrl()}/signin`);
	await page.getByLabel('Email').fill(OWNER.email);
	await page.getByLabel('Password').fill(OWNER.password);
	await page.getByRole('button', { name: 'Sign in' }).click();
	await page.waitForURL(/\/home\//);
}
