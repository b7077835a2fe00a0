import type { Locator, Page } from '@playwright/test';

export class CredentialDialog {
	readonly dialog: Locator;

	constructor(private readonly page: Page) {
		this.dialog = page.getByRole('dialog').filter({ has: page.getByTestId('credential-name') });
	}

	/** Which of the node's two credential types it is. */
	async chooseKind(kind: 'API Key' | 'OAuth2'): Promise<void> {
		await this.dialog.getByTestId('credential-mode-dropdown-trigger').click();
		await this.page.getByRole('menuitem', { name: kind, exact: true }).click();
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

	async press(button: 'Save' | 'Connect' | 'Close this dialog'): Promise<void> {
		await this.dialog.getByRole('button', { name: button, exact: true }).click();
	}

	async untilShown(text: string): Promise<void> {
		await this.dialog.getByText(text).waitFor();
	}

	async untilClosed(): Promise<void> {
		await this.dialog.waitFor({ state: 'hidden' });
	}
}
