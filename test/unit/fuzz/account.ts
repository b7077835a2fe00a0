/** A service whose list stands still, and whose pages are right until somebody mutates them. */
import { answer, STRICT } from '../looseListing';
import type { PageRequest } from '../../../nodes/Collab/core/contract';

const START_MS = Date.UTC(2026, 0, 1);

export const projectOf = (number: number) => ({
	id: `proj_${number}`,
	name: `Project ${number} Ärger 🚀`,
	description: null,
	status: number % 3 === 0 ? 'archived' : 'active',
	created_at: '2025-12-01T00:00:00Z',
	updated_at: new Date(START_MS - number * 1000).toISOString(),
	owner_id: 'usr_1',
	member_count: 3,
	task_count: 8,
	completed_task_count: number % 9,
	start_date: '2026-01-01',
	end_date: null,
});

export function bodyOf(total: number, window: PageRequest) {
	const { page, perPage } = window;
	const start = (page - 1) * perPage;
	const count = Math.max(0, Math.min(perPage, total - start));
	const rows = Array.from({ length: count }, (_row, index) => projectOf(start + index));
	return answer(total, rows, window, { ...STRICT, maxPerPage: perPage });
}
