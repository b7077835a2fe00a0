import { CollabError } from '../../../nodes/Collab/core/errors';
import {
	assertHeld,
	chosenTokens,
	kindsOf,
	assertRevoked,
	revocationFailed,
	toForm,
	type Held,
	type TokenChoice,
} from '../../../nodes/Collab/core/requests/revocation';
import { errorIn } from '../errorIn';

const access = (value: string) => ({ kind: 'access_token', value }) as const;
const refresh = (value: string) => ({ kind: 'refresh_token', value }) as const;
const holds = (...tokens: Held['tokens']): Held => ({ tokens, isForServer: false });

describe('the tokens to revoke', () => {
	it.each<[TokenChoice, string[]]>([
		['accessToken', ['A']],
		['refreshToken', ['R']],
		['both', ['R', 'A']],
	])('%s: %j', (choice, values) => {
		const tokens = chosenTokens(choice, holds(access('A'), refresh('R')));
		expect(tokens.map(({ value }) => value)).toEqual(values);
	});

	it('are of the kinds that there are, and their kinds are named once', () => {
		const tokens = chosenTokens('both', holds(access('A')));
		expect(tokens).toEqual([access('A')]);
		expect(kindsOf([refresh('R'), access('A'), refresh('R2')])).toEqual([
			'refresh_token',
			'access_token',
		]);
	});

	it('must be there', () => {
		const refused = (choice: TokenChoice, held: Held) =>
			errorIn(() => assertHeld(choice, held)).data;
		expect(refused('both', holds())).toEqual({ reason: 'noToken' });
		expect(refused('refreshToken', holds(access('A')))).toEqual({
			reason: 'noSuchToken',
			token: 'refresh_token',
		});
		expect(() => assertHeld('both', holds(access('A')))).not.toThrow();
	});
});

it('a token is sent with its kind and the client', () => {
	expect(toForm(refresh('R'), { id: 'n8n', secret: 'S' })).toEqual({
		token: 'R',
		token_type_hint: 'refresh_token',
		client_id: 'n8n',
		client_secret: 'S',
	});
});

describe('the answer to a revocation', () => {
	const check =
		(status: number, body = '') =>
		() =>
			assertRevoked(status, new TextEncoder().encode(body));

	it.each([
		[200, ''],
		[204, ''],
		[200, '{}'],
		[200, '{"error":null}'],
		[200, '{"error":""}'],
		[200, 'null'],
		[200, '"error"'],
		[200, '["error"]'],
		[200, 'Revoked > done'],
		[200, 'error'],
	])('with status %i and body %j is a success', (status, body) => {
		expect(check(status, body)).not.toThrow();
	});

	it.each([
		[201, '', { kind: 'rejected', data: { httpStatus: 201 } }],
		[202, '{}', { kind: 'rejected', data: { httpStatus: 202 } }],
		[200, ' \n<html>Log in</html> ok', { kind: 'malformed', data: { reason: 'webPage' } }],
		[204, '<html>', { kind: 'malformed', data: { reason: 'webPage' } }],
		[200, '{"error":"no"}', { kind: 'malformed', data: { reason: 'errorAsSuccess' } }],
	])('with status %i and body %j is none', (status, body, error) => {
		expect(errorIn(check(status, body))).toMatchObject(error);
	});
});

it('an error says which token it was about, and what was revoked before', () => {
	const error = new CollabError('unavailable', { httpStatus: 503 });
	const failed = (...done: Held['tokens']) => revocationFailed(error, refresh('R2'), done);
	expect(failed().kind).toBe('unavailable');
	expect(failed().data).toEqual({ httpStatus: 503, token: 'refresh_token', revoked: [] });
	// Of a kind that is still valid, none is said to be revoked.
	expect(failed(refresh('R'), access('A')).data.revoked).toEqual(['access_token']);
});
