import { PROJECT_FIELDS } from '../../../nodes/Collab/core/query/itemFormat';
import { contentHash, idHash, versionOf } from '../../../nodes/Collab/core/changes/hash';
import { ownField } from '../../../nodes/Collab/core/contract';
import { COLLIDING_IDS, NAMES_OF_EVERY_OBJECT, projectWith } from './projects';

describe('an ID hash', () => {
	test('distinguishes IDs that 36 bits did not', () => {
		const [one, other] = COLLIDING_IDS.map(idHash);
		expect(one).not.toBe(other);
	});

	test.each(['', 'proj_1', 'ü'.repeat(100_000)])('has 11 characters, whatever the ID', (id) => {
		expect(idHash(id)).toMatch(/^[\w-]{10}[AEIMQUYcgkosw048]$/);
	});

	test('distinguishes halves of surrogate pairs', () => {
		expect(idHash('\ud800')).not.toBe(idHash('\ud801'));
	});

	test('is the same in every release, or everything would be delivered again', () => {
		expect(idHash('proj_1')).toBe('PyOuNB-eaMo');
		expect(versionOf(projectWith('proj_1'))).toBe('UKLHUg');
	});
});

describe('a version', () => {
	const project = projectWith('a');

	test.each(PROJECT_FIELDS.map(({ name }) => name))('changes with %s', (field) => {
		expect(versionOf({ ...project, [field]: 'other' })).not.toBe(versionOf(project));
	});

	test('does not change with a signed URL, nor with any other field beyond the specification', () => {
		const signed = { ...project, logo_url: 'https://cdn.test/a?signature=1' };
		const signedAgain = { ...project, logo_url: 'https://cdn.test/a?signature=2' };
		expect(versionOf(signed)).toBe(versionOf(signedAgain));
		expect(versionOf(signed)).toBe(versionOf(project));
	});

	test('does not change with the order of fields', () => {
		const reversed = Object.fromEntries(Object.entries(project).reverse());
		expect(versionOf({ ...reversed, id: 'a' })).toBe(versionOf(project));
	});

	test('is the same whether a field is absent or null', () => {
		const { end_date, ...without } = project;
		expect(end_date).toBeDefined();
		expect(versionOf({ ...without, id: 'a' })).toBe(versionOf({ ...project, end_date: null }));
		expect(versionOf({ ...without, id: 'a' })).not.toBe(versionOf(project));
	});

	test('distinguishes empty, zero and null', () => {
		const versions = [null, '', 0, false].map((value) => versionOf({ ...project, name: value }));
		expect(new Set(versions).size).toBe(4);
	});
});

test('a content hash has six characters', () => {
	expect(contentHash('x'.repeat(100_000))).toMatch(/^[\w-]{6}$/);
});

test.each(NAMES_OF_EVERY_OBJECT)('a project has no field %s of its own', (name) => {
	expect(ownField(projectWith('a'), name)).toBeNull();
});
