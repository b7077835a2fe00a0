import type { FastifyInstance } from 'fastify';
import { sendError } from '../errorAnswer';
import { STATUS_FILTERS } from '../projects/record';
import type { ProjectRecord, StatusFilter } from '../projects/record';
import type { ProjectStore } from '../projects/store';
import { EDITABLE_FIELDS, NAMED_FIELDS } from './projectFields';
import type { ProjectFields } from './projectFields';

interface Shown {
	page: number;
	per_page: number;
	status: StatusFilter;
	search: string;
}

interface ById {
	id: string;
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
		{ schema: { body: NAMED_FIELDS } },
		({ body }, reply) => reply.code(201).send(projects.create(body)),
	);
	changingRoutes(app, projects);
}

function changingRoutes(app: FastifyInstance, projects: ProjectStore): void {
	app.register(
		(one, _options, done) => {
			one.addHook<{ Params: ById }>('preHandler', (request, reply, next) => {
				if (projects.get(request.params.id)) return next();
				return sendError(reply, 404, 'There is no such project.');
			});
			one.put<{ Params: ById; Body: Partial<ProjectFields> }>(
				'/:id',
				{ schema: { body: EDITABLE_FIELDS } },
				({ params, body }) => projects.update(params.id, body),
			);
			const act = (path: string, action: (id: string) => ProjectRecord) =>
				one.post<{ Params: ById }>(path, ({ params }, reply) => reply.send(action(params.id)));
			act('/:id/archive', (id) => projects.archive(id));
			act('/:id/restore', (id) => projects.restore(id));
			one.delete<{ Params: ById }>('/:id', ({ params }, reply) => {
				projects.remove(params.id);
				return reply.code(204).send();
			});
			done();
		},
		{ prefix: '/projects' },
	);
}
