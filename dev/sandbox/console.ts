import type { FastifyInstance, FastifyReply } from 'fastify';
import { Refusal } from './errors';
import type { Service } from './service';
import type { ProjectStore } from './projects';
import type { ProjectRecord } from './seed';

/** The page for people works with these. They are not part of the interface. */
export function consoleRoutes(app: FastifyInstance, { projects, client, grants }: Service): void {
	projectRoutes(app, projects);
	app.get('/applications', () =>
		grants.all().map(({ id, sinceMs }) => {
			return { id, application: client.name, since: new Date(sinceMs) };
		}),
	);
	app.delete<{ Params: ById }>('/applications/:id', ({ params }, reply) =>
		deleted(grants.withdraw(params.id), reply),
	);
}

const COUNT = { type: 'integer', minimum: 0, maximum: 1_000_000 };

/** People may fill these in; the service itself sets identity and timestamps. */
const FIELDS = {
	type: 'object',
	additionalProperties: false,
	properties: {
		name: { type: 'string', minLength: 1, maxLength: 200, pattern: '\\S' },
		status: { enum: ['active', 'archived', 'completed'] },
		task_count: COUNT,
		completed_task_count: COUNT,
		end_date: { type: 'string', format: 'date' },
	},
};

type Fields = Partial<ProjectRecord>;

type ById = Pick<ProjectRecord, 'id'>;

/** Answers what is done to one thing; 404 where there is none. */
function deleted(isDone: boolean, reply: FastifyReply): FastifyReply {
	if (isDone) return reply.code(204).send();
	throw new Refusal(404, 'There is no such thing.');
}

function projectRoutes(app: FastifyInstance, projects: ProjectStore): void {
	const shown = { status: 'all', sortBy: 'updated_at', order: 'desc' } as const;
	app.get('/projects', () => projects.sorted(shown).slice(0, 50));
	const creating = { schema: { body: { ...FIELDS, required: ['name'] } } };
	app.post<{ Body: Fields }>('/projects', creating, ({ body }, reply) =>
		reply.code(201).send(projects.create(body)),
	);
	const changing = { schema: { body: FIELDS } };
	app.put<{ Params: ById; Body: Fields }>('/projects/:id', changing, ({ params, body }) =>
		projects.update(params.id, body),
	);
	app.delete<{ Params: ById }>('/projects/:id', ({ params }, reply) =>
		deleted(projects.remove(params.id), reply),
	);
}
