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
	const credential = await node.openCredential();
	await credential.chooseKind('OAuth2');
	expect(await credential.fields()).toEqual(OAUTH2_FIELDS);
	await credential.fill({ clientId, clientSecret, baseUrl, authServerUrl });
	const popup = page.waitForEvent('popup');
	await credential.press('Connect');
	const consent = await popup;
	await consent.getByRole('heading', { name: 'Allow n8n to use your account?' }).waitFor();
	await consent.getByRole('button', { name: 'Allow', exact: true }).click();
	const connected = await node.openCredential();
	await connected.untilShown('Account connected');
	await takePicture('credential', page, connected.dialog.getByTestId('editCredential-modal'), 1500);
	await connected.press('Close this dialog');
	await node.execute();
	await node.untilOutputHas('50 items');

	const console = await page.context().newPage();
	await console.goto(sandbox.url);
	await console.getByRole('button', { name: 'Withdraw access of n8n', exact: true }).click();
	await console.getByRole('status').getByText('n8n has no access any more.').waitFor();
	await page.bringToFront();
	await node.execute();
	const failure = node.output.getByTestId('node-error-message');
	await failure.getByText('The authorization server did not accept the credential').waitFor();
});
