import { expect, test } from './fixtures';
import { SandboxPage } from './pages/sandboxPage';
import { takePicture } from './pictures';

const API_KEY_FIELDS = ['baseUrl', 'apiKey', 'allowedHttpRequestDomains', 'moreDomains'];

/** n8n puts the fields of every OAuth2 credential before those of this one. */
const OAUTH2_FIELDS = [
	'grantType',
	'clientId',
	'clientSecret',
	'scope',
	'allowedHttpRequestDomains',
	'baseUrl',
	'authServerUrl',
	'moreDomains',
];

test('a wrong API key is refused in plain words, the right one is accepted and used', async ({
	editor,
	sandbox,
}) => {
	const { baseUrl, apiKey } = sandbox;
	const node = await editor.addCollab('List projects');
	const dialog = await node.createCredential();
	await dialog.chooseKind('API Key');
	expect(await dialog.fields()).toEqual(API_KEY_FIELDS);
	await dialog.name('Collab (API key)');
	await dialog.fill({ baseUrl, apiKey: 'collab_key_of_somebody_else' });
	await dialog.save();
	expect(await dialog.failure()).toContain('The service did not accept this credential.');

	await dialog.fill({ apiKey });
	await dialog.save();
	await dialog.untilClosed();
	const saved = await node.editCredential();
	await saved.untilShown('Connection tested successfully');
	await saved.close();

	sandbox.clearRequests();
	await node.execute();
	await node.untilOutputHas('50 items');
	expect(new Set(sandbox.requests.map(({ authentication }) => authentication))).toEqual(
		new Set(['apiKey']),
	);
});

test('an account is connected by consent, used, and refused once the person withdraws the access', async ({
	page,
	editor,
	sandbox,
}) => {
	const { baseUrl, authServerUrl, clientId, clientSecret } = sandbox;
	const node = await editor.addCollab('List projects');
	const dialog = await node.createCredential();
	await dialog.chooseKind('OAuth2');
	expect(await dialog.fields()).toEqual(OAUTH2_FIELDS);
	await dialog.name('Collab (Ada)');
	await dialog.fill({ clientId, clientSecret, baseUrl, authServerUrl });
	await dialog.connect(async (popup) => {
		await popup.getByRole('heading', { name: 'Allow n8n to use your account?' }).waitFor();
		await popup.getByRole('button', { name: 'Allow', exact: true }).click();
	});
	await dialog.untilClosed();
	const connected = await node.editCredential();
	await connected.untilShown('Account connected');
	await takePicture('credential', page, { part: connected.frame, height: 1500 });
	await connected.close();
	await node.execute();
	await node.untilOutputHas('50 items');

	const sandboxPage = new SandboxPage(await page.context().newPage(), sandbox.url);
	await sandboxPage.open('applications');
	await sandboxPage.withdrawAccess('n8n');
	await page.bringToFront();
	await node.execute();
	await node.untilFailed('The service did not accept the credential');
});
