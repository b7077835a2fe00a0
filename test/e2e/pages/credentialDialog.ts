import type { Locator, Page } from '@playwright/test';

export class CredentialDialog {
	/** What a person sees of it. */
	readonly frame: Locator;

	private readonly dialog: Locator;

	constructor(private readonly page: Page) {
		this.dialog = page.getByRole('dialog').filter({ has: page.getByTestId('credential-name') });
		this.frame = this.dialog.getByTestId('editCredential-modal');
	}

	/** Which of the node's two credential types it is. */
	async chooseKind(kind: 'API Key' | 'OAuth2'): Promise<void> {
		await this.dialog.getByTestId('credential-mode-dropdown-trigger').click();
		await this.page.getByRole('menuitem', { name: kind, exact: true }).click();
	}

	async name(name: string): Promise<void> {
		const title = this.dialog.getByTestId('credential-name');
		await title.getByTestId('inline-edit-preview').click();
		await title.getByTestId('inline-edit-input').fill(name);
		await title.getByTestId('inline-edit-input').press('Enter');
	}

	async fill(fields: Readonly<Record<string, string>>): Promise<void> {
		for (const [name, value] of Object.entries(fields)) {
			await this.dialog.getByTestId(`parameter-input-${name}`).getByRole('textbox').fill(value);
		}
	}

	/** The fields in view, from the top, by their names. */
	async fields(): Promise<string[]> {
		const inputs = await this.dialog.getByTestId(/^parameter-input-(?!field$)/).all();
		const ids = inputs.map(async (input) => await input.getAttribute('data-test-id'));
		return (await Promise.all(ids)).map((id) => String(id).replace('parameter-input-', ''));
	}

	/** Saves and, with an API key, tests; the dialog closes when the service accepts the credential. */
	async save(): Promise<void> {
		await this.dialog.getByRole('button', { name: 'Save' }).click();
	}

	/** Presses Connect and gives consent in the window that opens. */
	async connect(consent: (popup: Page) => Promise<void>): Promise<void> {
		const popup = this.page.waitForEvent('popup');
		await this.dialog.getByRole('button', { name: 'Connect', exact: true }).click();
		await consent(await popup);
	}

	/** What n8n says about a test that failed. */
	async failure(): Promise<string> {
		const more = this.dialog.getByText('More details');
		await more.click();
		await more.waitFor({ state: 'hidden' });
		return await this.dialog.innerText();
	}

	async untilShown(text: string): Promise<void> {
		await this.dialog.getByText(text).waitFor();
	}

	async untilClosed(): Promise<void> {
		await this.dialog.waitFor({ state: 'hidden' });
	}

	async close(): Promise<void> {
		await this.dialog.getByRole('button', { name: 'Close this dialog' }).click();
		await this.untilClosed();
	}
}
