import { CollabError, invalidParameter, malformed } from '../../nodes/Collab/core/errors';

it('an error names its kind, reason and label for developers, and holds no text for people', () => {
	expect(String(new CollabError('forbidden'))).toBe('CollabError: forbidden');
	const data = { label: '"data"', found: 'text' };
	expect(String(malformed('wrongType', data))).toBe('CollabError: malformed, wrongType, "data"');
});

it('a parameter that cannot be used comes with what it must be', () => {
	const { kind, data } = invalidParameter('Limit', 'a whole number');
	expect(kind).toBe('parameterRefused');
	expect(data).toEqual({ label: 'Limit', wanted: 'a whole number' });
});
