import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendError } from '../errorAnswer';
import { STATUS_FILTERS } from '../projects/record';
import type { ProjectRecord, StatusFilter } from '../projects/record';
import type { ProjectStore } from '../projects/store';

interface Shown {
	page: number;
	per_page: number;
	status: StatusFilter;
	search: string;
}

const SHOWN = {
	type: 'object',
	properties: {
		page: { type: 'integer', minimum: 1, default: 1 },
		per_page: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
		status: { enum: STATUS_FILTERS, default: 'all' },
		search: { type: 'string', maxLength: 200, default: '' },
	},
};

/** What people may fill in; the service itself sets identity and timestamps. */
type ProjectFields = Partial<Omit<ProjectRecord, 'id' | 'created_at' | 'updated_at'>>;

const COUNT = { type: 'integer', minimum: 0, maximum: 1_000_000 };
const DATE = { type: 'string', format: 'date' };

const FIELDS = {
	type: 'object',
	additionalProperties: false,
	properties: {
		name: { type: 'string', minLength: 1, maxLength: 200, pattern: '\\S' },
		description: { type: 'string', maxLength: 2000 },
		status: { enum: ['active', 'archived', 'completed'] },
		owner_id: { type: 'string', pattern: '^usr_\\w+$' },
		member_count: COUNT,
		task_count: COUNT,
		completed_task_count: COUNT,
		start_date: DATE,
		end_date: DATE,
	},
};

interface ById {
	id: string;
}

/** Listing with a search, and everything that people do to projects. */
export function projectRoutes(app: FastifyInstance, projects: ProjectStore): void {
	app.get<{ Querystring: Shown }>(
		'/projects',
		{ schema: { querystring: SHOWN } },
		({ query }, reply) => {
			const { page, per_page: perPage, status, search: nameContains } = query;
			const order = { sortBy: 'updated_at', order: 'desc' } as const;
			return reply.send(projects.list({ page, perPage, status, nameContains, ...order }));
		},
	);
	app.post<{ Body: ProjectFields }>(
		'/projects',
		{ schema: { body: { ...FIELDS, required: ['name'] } } },
		({ body }, reply) => reply.code(201).send(projects.create(body)),
	);
	const preHandler = (
		{ params }: FastifyRequest<{ Params: ById }>,
		reply: FastifyReply,
		done: () => void,
	) => (projects.get(params.id) ? done() : void sendError(reply, 404, 'There is no such project.'));
	app.put<{ Params: ById; Body: ProjectFields }>(
		'/projects/:id',
		{ schema: { body: FIELDS }, preHandler },
		({ params, body }) => projects.update(params.id, body),
	);
	app.delete<{ Params: ById }>('/projects/:id', { preHandler }, ({ params }, reply) => {
		projects.remove(params.id);
		return reply.code(204).send();
	});
}
