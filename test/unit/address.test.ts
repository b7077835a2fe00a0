import { toAddress } from '../../nodes/Collab/core/requests/baseUrl';
import { CollabError } from '../../nodes/Collab/core/errors';

const refusal = (value: unknown): CollabError => {
	try {
		toAddress('Base URL', value);
	} catch (error) {
		if (error instanceof CollabError) return error;
		throw error;
	}
	throw new Error(`accepted: ${String(value)}`);
};

describe('an address from the credential', () => {
	it.each([
		['https://collab.example.com/v1', 'https://collab.example.com/v1'],
		['https://collab.example.com/v1/', 'https://collab.example.com/v1'],
		['  https://collab.example.com/v1//  ', 'https://collab.example.com/v1'],
		['https://collab.example.com', 'https://collab.example.com'],
		['https://collab.example.com:8443/api/v1', 'https://collab.example.com:8443/api/v1'],
		['http://localhost:4010/v1', 'http://localhost:4010/v1'],
		['http://127.0.0.1:4010/v1', 'http://127.0.0.1:4010/v1'],
		['http://[::1]:4010/v1', 'http://[::1]:4010/v1'],
	])('%s is accepted', (value, address) => {
		expect(toAddress('Base URL', value)).toBe(address);
	});

	it.each([
		'http://collab.example.com/v1',
		'http://127.0.0.1.example.com/v1',
		'http://10.0.0.1/v1',
	])('%s is refused: plain http leaves this machine', (value) => {
		const failure = refusal(value);
		expect(failure.kind).toBe('addressRefused');
		expect(failure.message).toContain('unprotected');
		expect(failure.advice).toContain('https://');
	});

	it.each([
		'',
		'   ',
		'collab.example.com/v1',
		'ftp://collab.example.com',
		'not an address',
		null,
		7,
	])('%p is refused: not a web address', (value) => {
		expect(refusal(value)).toMatchObject({
			kind: 'addressRefused',
			message: 'The Base URL in the credential is not a web address',
		});
	});

	it('is refused with a password in it, which is not repeated', () => {
		const failure = refusal('https://ada:secret@collab.example.com/v1');
		expect(failure.kind).toBe('addressRefused');
		expect(`${failure.message} ${failure.advice}`).not.toContain('secret');
	});
});
