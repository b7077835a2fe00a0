import type { Project } from '../../../nodes/Collab/core/contract';
import { itemFormatter, type Output } from '../../../nodes/Collab/core/query/itemFormat';

const project: Project = {
	id: 'proj_1',
	owner_id: 'usr_1',
	name: 'Apollo',
	description: 'To the moon',
	end_date: null,
	budget: 7,
};
const itemAs = (output: Output) => Object.entries(itemFormatter(output)(project));

describe('an item', () => {
	it('that is raw is the project as the service sent it', () => {
		expect(itemFormatter({ kind: 'raw' })(project)).toBe(project);
	});

	it('that is simplified always has the same ten fields, null where the service left one out', () => {
		expect(itemAs({ kind: 'simplified' })).toEqual([
			['id', 'proj_1'],
			['name', 'Apollo'],
			['status', null],
			['owner_id', 'usr_1'],
			['start_date', null],
			['end_date', null],
			['task_count', null],
			['completed_task_count', null],
			['created_at', null],
			['updated_at', null],
		]);
	});

	it('has the selected fields after its id, each once, and nothing that every object has', () => {
		const fields = ['budget', 'name', 'id', 'budget', 'constructor'];
		expect(itemAs({ kind: 'selected', fields })).toEqual([
			['id', 'proj_1'],
			['budget', 7],
			['name', 'Apollo'],
			['constructor', null],
		]);
	});
});
