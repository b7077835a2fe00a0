import { expect, test } from './fixtures';
import { takePicture } from './pictures';

test.use({ isConnected: false });

/** n8n puts the fields of every OAuth2 credential before those of this one. */
const N8N_FIELDS = ['grantType', 'clientId', 'clientSecret', 'scope', 'allowedHttpRequestDomains'];
const OAUTH2_FIELDS = [...N8N_FIELDS, 'baseUrl', 'authServerUrl'];

test('an account is connected by consent, used, and refused once the person withdraws the access', async ({
	page,
	editor,
	sandbox,
}) => {
	const { baseUrl, authServerUrl, clientId, clientSecret } = sandbox;
	const node = await editor.addCollab('List projects');
	const dialog = await node.openCredential();
	await dialog.getByTestId('credential-mode-dropdown-trigger').click();
	await page.getByRole('menuitem', { name: 'OAuth2', exact: true }).click();
	const inputs = await dialog.getByTestId(/^parameter-input-(?!field$)/).all();
	const ids = inputs.map(async (input) => await input.getAttribute('data-test-id'));
	expect(await Promise.all(ids)).toEqual(OAUTH2_FIELDS.map((name) => `parameter-input-${name}`));
	const entered = { clientId, clientSecret, baseUrl, authServerUrl };
	for (const [name, value] of Object.entries(entered))
		await dialog.getByTestId(`parameter-input-${name}`).getByRole('textbox').fill(value);
	const popup = page.waitForEvent('popup');
	await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
	const consent = await popup;
	await consent.getByRole('heading', { name: 'Allow n8n to use your account?' }).waitFor();
	await consent.getByRole('button', { name: 'Allow', exact: true }).click();
	const connected = await node.openCredential();
	await connected.getByText('Account connected').waitFor();
	await takePicture('credential', page, connected.getByTestId('editCredential-modal'), 1500);
	await connected.getByRole('button', { name: 'Close this dialog', exact: true }).click();
	await node.execute();
	await node.untilOutputHas('50 items');

	sandbox.withdraw();
	const failure = node.output.getByTestId('node-error-message');
	const words = failure.getByText('The authorization server did not accept the credential');
	// A press while the last run is ending does nothing.
	await expect(async () => {
		await node.execute();
		await words.waitFor({ timeout: 20_000 });
	}).toPass();
});
