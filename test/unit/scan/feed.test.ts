import { CREATED, placeIn, queryOf, UPDATED } from '../../../nodes/Collab/core/scan/feed';
import { stampAt } from '../seconds';
import { at } from './scriptedList';

describe('changes of a project come from the feed of', () => {
	it.each([
		['changed projects, where it has both stamps', stampAt(1), stampAt(2), true, false],
		['changed projects, where it has no date of creation', null, stampAt(2), true, false],
		['new projects, where it was never updated', stampAt(1), null, false, true],
		['new projects, where its update is no date', stampAt(1), 'never', false, true],
		['neither, where it has no stamp', null, null, false, false],
	])('%s', (_name, created_at, updated_at, isOfUpdated, isOfCreated) => {
		const project = { id: 'p1', created_at, updated_at };
		expect(UPDATED.isOwn(project)).toBe(isOfUpdated);
		expect(CREATED.isOwn(project)).toBe(isOfCreated);
	});
});

it('a feed has all projects, in the order of the stamp that gives a project its place', () => {
	const project = { id: 'p1', created_at: stampAt(1), updated_at: stampAt(2) };
	expect(placeIn(CREATED, project)).toEqual(at(1));
	expect(placeIn(UPDATED, project)).toEqual(at(2));
	expect(queryOf(CREATED, 'asc')).toEqual({ status: 'all', sortBy: 'created_at', order: 'asc' });
	expect(queryOf(UPDATED, 'desc')).toEqual({ status: 'all', sortBy: 'updated_at', order: 'desc' });
});
