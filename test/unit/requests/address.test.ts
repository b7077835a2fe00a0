/** What is taken of the texts in a credential. */
import { messageOf } from '../../../nodes/Collab/core/messages';
import { bareKey, toAddress, toApiKey } from '../../../nodes/Collab/core/requests/credential';
import { errorIn } from '../errorIn';
import {
	ACCEPTED,
	INTERNATIONAL,
	MORE_THAN_AN_ADDRESS,
	NOT_AN_ADDRESS,
	PLAIN_HTTP,
	THIS_MACHINE,
	WITHOUT_SCHEME,
} from './addresses';

const refusal = (value: unknown) => errorIn(() => toAddress('Base URL', value));

describe('an address from the credential', () => {
	it.each(ACCEPTED)('%j is used without slashes at its end, its host in small letters', (value) => {
		const address = toAddress('Base URL', value);
		const [scheme = '', , host = '', ...path] = value.trim().replace(/\/+$/, '').split('/');
		const { origin } = new URL(`${scheme}//${host}`);
		expect(address).toBe([origin, ...path].join('/'));
		// Every address that is used is one for Node.js, too, and goes where it seems to.
		const { protocol, hostname, username, search, hash } = new URL(address);
		expect([username, search, hash]).toEqual(['', '', '']);
		if (protocol === 'http:') expect(hostname).toMatch(/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/);
	});

	it.each([...WITHOUT_SCHEME, ...INTERNATIONAL])('%j is used with https, in ASCII', (entered) => {
		expect(toAddress('Base URL', entered)).toMatch(/^https:\/\/[a-z\d.:-]+(\/v1)?$/);
		expect(toAddress('Base URL', 'bücher.example/v1')).toBe('https://xn--bcher-kva.example/v1');
	});

	it.each(THIS_MACHINE)('%j is this machine, so it is used with http', (entered) => {
		const used = `http://${entered.toLowerCase().replace(/\/$/, '')}`;
		expect(toAddress('Base URL', entered)).toBe(used);
	});

	it.each(['/oauth/token', '/oauth/authorize/', '//oauth/token', '/v1', '/V1/'])(
		'of an authorization server, %s is not part of it',
		(ending) => {
			for (const server of ['https://auth.example.com', 'https://example.com/v1/tenant'])
				expect(toAddress('Authorization Server URL', server + ending)).toBe(server);
			const { href } = new URL(`https://auth.example.com${ending}`);
			expect(toAddress('Base URL', href)).toBe(href.replace(/\/$/, ''));
		},
	);

	it.each([
		['plainHttp', PLAIN_HTTP],
		['notAnAddress', MORE_THAN_AN_ADDRESS],
		['notAnAddress', NOT_AN_ADDRESS],
	])('is refused with the reason %s', (reason, values) => {
		const reasons = values.map((value) => [value, refusal(value).data.reason]);
		expect(reasons).toEqual(values.map((value) => [value, reason]));
	});

	it.each([
		...[null, undefined, 7, {}, ['https://collab.example.com']],
		// The pattern fits these, but Node.js does not use them.
		...['https://collab.example.com:65536', 'https://256.1.1.1', 'https://collab.example.1'],
	])('%p is refused', (value) => {
		expect(refusal(value).kind).toBe('refused');
	});
});

describe('an API key from the credential', () => {
	it.each([
		...[
			'collab_key',
			' collab_key\n',
			'collab_key\u00a0',
			'\ufeffcollab_key\u200b',
			'"collab_key"',
		],
		...['Bearer collab_key', 'X-API-Key: collab_key', 'x-api-key:"collab_key"', "'collab_key',"],
		...['Authorization: Bearer collab_key', 'bearer  "collab_key"', '`collab_key`;'],
	])('%j is sent as the key alone', (entered) => {
		expect([bareKey(entered), toApiKey(entered)]).toEqual(['collab_key', 'collab_key']);
	});

	it.each(['', 'bearer', 'authorization', 'Bearer_1', 'x-api-key-1', 'a b', 'a=', 'a"b', '=='])(
		'%j may be a key',
		(entered) => expect(toApiKey(entered)).toBe(entered),
	);

	it.each(['collab…', 'collab_...', 'coll***key', '••••', 'collab\nkey', 'collab\u200bkey', 'clé'])(
		'%j is none, and the text does not show it',
		(entered) => {
			const error = errorIn(() => toApiKey(entered));
			const [message, description] = messageOf(error);
			expect(message).toMatch(/'API Key' in the credential has characters that no key has/);
			expect(`${message} ${description} ${error.message}`).not.toContain(entered);
		},
	);
});
