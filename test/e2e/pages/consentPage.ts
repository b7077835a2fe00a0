import type { Page } from '@playwright/test';

/** The sandbox's page on which a person lets an application act for them. */
export async function allow(popup: Page, application: string): Promise<void> {
	await popup.getByRole('heading', { name: `Allow ${application} to use your account?` }).waitFor();
	await popup.getByRole('button', { name: 'Allow', exact: true }).click();
}
