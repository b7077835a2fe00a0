import { assertRevoked } from '../../../nodes/Collab/core/requests/revocation';
import { orError } from '../errorIn';

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
