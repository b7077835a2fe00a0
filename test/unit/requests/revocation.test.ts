import { CollabError } from '../../../nodes/Collab/core/errors';
import {
	assertRevoked,
	type Held,
	revocationFailed,
} from '../../../nodes/Collab/core/requests/revocation';
import { orError } from '../errorIn';

const access = (value: string) => ({ kind: 'access_token', value }) as const;
const refresh = (value: string) => ({ kind: 'refresh_token', value }) as const;

describe('the answer to a revocation', () => {
	const check = (status: number, body = '') =>
		orError(() => assertRevoked(status, new TextEncoder().encode(body)));

	it.each([
		...['', '{}', '{"error":null}', '{"error":""}', 'null', '"error"', '["error"]'],
		...['Revoked > done', 'error'],
	])('with status 200 and body %j is a success', (body) => {
		expect(check(200, body)).toBeUndefined();
		expect(check(204)).toBeUndefined();
	});

	it.each([
		[201, '', { kind: 'rejected', data: { httpStatus: 201 } }],
		[202, '{}', { kind: 'rejected', data: { httpStatus: 202 } }],
		[200, ' \n<html>Log in</html> ok', { kind: 'malformed', data: { reason: 'errorAsSuccess' } }],
		[204, '<html>', { kind: 'malformed', data: { reason: 'errorAsSuccess' } }],
		[200, '{"error":"no"}', { kind: 'malformed', data: { reason: 'errorAsSuccess' } }],
	])('with status %i and body %j is none', (status, body, error) => {
		expect(check(status, body)).toMatchObject(error);
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
