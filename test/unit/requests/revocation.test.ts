import { CollabError } from '../../../nodes/Collab/core/errors';
import {
	Revocation,
	refusalIn,
	revocationFailed,
	toForm,
	type Held,
	type TokenChoice,
} from '../../../nodes/Collab/core/requests/revocation';
import { errorIn } from '../errorIn';
import { times } from './limitedItem';

const access = (value: string) => ({ kind: 'access_token', value }) as const;
const refresh = (value: string) => ({ kind: 'refresh_token', value }) as const;
const holds = (...tokens: Held['tokens']): Held => ({ tokens, isForServer: false });

/** Revokes what is next until nothing is left; returns the values. */
function revokeAll(revocation: Revocation): string[] {
	const values: string[] = [];
	for (let token = revocation.next; token !== undefined; token = revocation.next) {
		values.push(token.value);
		revocation.noteRevoked(token);
	}
	return values;
}

describe('the tokens to revoke', () => {
	it.each<[TokenChoice, string[], string[]]>([
		['accessToken', ['A'], ['access_token']],
		['refreshToken', ['R'], ['refresh_token']],
		['both', ['R', 'A'], ['refresh_token', 'access_token']],
	])('%s: %j', (choice, values, revoked) => {
		const revocation = new Revocation(choice, holds(access('A'), refresh('R')));
		expect(revocation.revoked).toEqual([]);
		expect(revokeAll(revocation)).toEqual(values);
		expect(revocation.revoked).toEqual(revoked);
	});

	it('are of the kinds that there are', () => {
		const revocation = new Revocation('both', holds(access('A')));
		expect(revokeAll(revocation)).toEqual(['A']);
		expect(revocation.revoked).toEqual(['access_token']);
	});

	it('are those that came meanwhile as well, the newest of a kind first', () => {
		const revocation = new Revocation('both', holds(access('A1'), refresh('R1')));
		revocation.add(holds(access('A2'), refresh('R1')));
		expect(revokeAll(revocation)).toEqual(['R1', 'A2', 'A1']);
		revocation.add(holds(access('A2'), refresh('R2')));
		expect(revocation.revoked).toEqual(['access_token']);
		expect(revokeAll(revocation)).toEqual(['R2']);
		expect(revocation.revoked).toEqual(['refresh_token', 'access_token']);
	});

	it('are of a kind that counts as revoked once all of that kind are', () => {
		const revocation = new Revocation('accessToken', holds(access('A1'), access('A2')));
		revocation.noteRevoked(access('of another credential'));
		expect(revocation.revoked).toEqual([]);
		const { next } = revocation;
		if (next) revocation.noteRevoked(next);
		expect(revocation.revoked).toEqual([]);
	});

	it('must be there', () => {
		const refused = (choice: TokenChoice, held: Held) =>
			errorIn(() => new Revocation(choice, held)).data;
		expect(refused('both', holds())).toEqual({ reason: 'noToken' });
		expect(refused('refreshToken', holds(access('A')))).toEqual({
			reason: 'noSuchToken',
			token: 'refresh_token',
		});
	});

	it('may be ten, and no more, where others refresh them all the time', () => {
		const revocation = new Revocation('both', holds(access('A0')));
		for (const number of times(9, (index) => index + 1))
			revocation.add(holds(access(`A${number}`)));
		const error = errorIn(() => revocation.add(holds(access('A10'))));
		expect(error).toMatchObject({ kind: 'notRevoked', data: { reason: 'newTokensKeptComing' } });
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
	const refusal = (status: number, body = '') => refusalIn(status, new TextEncoder().encode(body));

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
		expect(refusal(status, body)).toBeUndefined();
	});

	it.each([
		[201, '', { kind: 'rejected', data: { httpStatus: 201 } }],
		[202, '{}', { kind: 'rejected', data: { httpStatus: 202 } }],
		[200, ' \n<html>Log in</html> ok', { kind: 'malformed', data: { reason: 'webPage' } }],
		[204, '<html>', { kind: 'malformed', data: { reason: 'webPage' } }],
		[200, '{"error":"no"}', { kind: 'malformed', data: { reason: 'errorAsSuccess' } }],
	])('with status %i and body %j is none', (status, body, error) => {
		expect(refusal(status, body)).toMatchObject(error);
	});
});

it('an error says which token it was about, and what was revoked before', () => {
	const revocation = new Revocation('both', holds(access('A'), refresh('R')));
	const error = new CollabError('unavailable', { httpStatus: 503 });
	const failed = () => revocationFailed(error, revocation);
	expect(failed().kind).toBe('unavailable');
	expect(failed().data).toEqual({ httpStatus: 503, token: 'refresh_token', revoked: [] });
	revokeAll(revocation);
	const revoked = ['refresh_token', 'access_token'];
	expect(failed().data).toEqual({ httpStatus: 503, revoked });
});
