import { connectionTest } from '../../credentials/connection';
import { toAddress } from '../../nodes/Collab/core/requests/baseUrl';
import { ACCEPTED, MORE_THAN_AN_ADDRESS, NOT_AN_ADDRESS, PLAIN_HTTP } from '../unit/addresses';
import { CredentialStore, type CredentialData } from './harness/credentialStore';
import { additionalDataFor, nodeOf, workflowOf } from './harness/engine';
import { textIn } from './harness/textIn';

const ADDRESSES = [...ACCEPTED, ...PLAIN_HTTP, ...MORE_THAN_AN_ADDRESS, ...NOT_AN_ADDRESS];

const zip = (addresses: readonly string[], used: unknown[]) =>
	addresses.map((address, index) => [address, used[index]]);

function usedByNodes(address: string): string {
	try {
		return toAddress('Base URL', address);
	} catch {
		return 'refused';
	}
}

/** n8n's own evaluation of a field of a declared request. */
function evaluate(text: string, credentials: CredentialData): unknown {
	const node = nodeOf('Temp', 'n8n-nodes-base.noOp');
	const { expression } = workflowOf([node]);
	const keys = { $credentials: credentials };
	return expression.getSimpleParameterValue(node, text, 'internal', keys);
}
it('the connection test uses and refuses the same addresses as the nodes', () => {
	const { request } = connectionTest;
	const tested = ADDRESSES.map((baseUrl) => {
		const url = evaluate(request.url ?? '', { baseUrl });
		return url === '/projects' ? evaluate(request.baseURL ?? '', { baseUrl }) : 'refused';
	});
	expect(zip(ADDRESSES, tested)).toEqual(zip(ADDRESSES, ADDRESSES.map(usedByNodes)));
	expect(ADDRESSES.length).toBeGreaterThanOrEqual(110);
});

it('n8n gets the OAuth addresses that the nodes would use, and no others', () => {
	const store = new CredentialStore();
	const additionalData = additionalDataFor(store, 'internal');
	const resolved = ADDRESSES.map((authServerUrl) => {
		const data = { baseUrl: 'https://api.example.com/v1', authServerUrl };
		const { authUrl, accessTokenUrl } = store.resolve(
			additionalData,
			data,
			'collabOAuth2Api',
			'internal',
		);
		const [address, rest] = textIn(accessTokenUrl).split('/oauth/token');
		if (rest === undefined) return 'refused';
		expect(authUrl).toBe(`${address}/oauth/authorize`);
		return address;
	});
	expect(zip(ADDRESSES, resolved)).toEqual(zip(ADDRESSES, ADDRESSES.map(usedByNodes)));
});
