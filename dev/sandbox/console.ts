import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifyInstance } from 'fastify';
import { Refusal } from './errors';
import type { Service } from './service';
import type { ProjectRecord } from './seed';

const COUNT = { type: 'integer', minimum: 0, maximum: 1_000_000 };
const DATE = { type: 'string', format: 'date' };

/** People fill these in; the service itself sets identity and timestamps. */
const FIELDS = {
	name: { type: 'string', maxLength: 200, pattern: '\\S' },
	description: { type: 'string', maxLength: 2000 },
	status: { enum: ['active', 'archived', 'completed'] },
	owner_id: { type: 'string', pattern: '^usr_\\w+$' },
	member_count: COUNT,
	task_count: COUNT,
	completed_task_count: COUNT,
	start_date: DATE,
	end_date: DATE,
};

type Fields = Pick<ProjectRecord, keyof typeof FIELDS>;

const BODY = { type: 'object', additionalProperties: false, properties: FIELDS };

/** Refuses fields that each are right, but not together. */
function requireConsistent(fields: Fields): void {
	if (fields.completed_task_count > fields.task_count)
		throw new Refusal(400, 'completed_task_count must not be more than task_count.');
	if (fields.end_date < fields.start_date)
		throw new Refusal(400, 'end_date must not be before start_date.');
}

/** Fastify's own would turn null into 0, and drop what it does not know in silence. */
const ajv = addFormats(new Ajv());

type ById = Pick<ProjectRecord, 'id'>;

/** The page for people works with these. They are not part of the interface. */
export function consoleRoutes(app: FastifyInstance, { projects }: Service): void {
	app.setValidatorCompiler<object>(({ schema }) => ajv.compile(schema));
	app.setSchemaErrorFormatter(([first]) => {
		return new Error(`${first?.instancePath.slice(1)} ${first?.message}`.trim());
	});
	const shown = { status: 'all', sortBy: 'updated_at', order: 'desc' } as const;
	app.get('/projects', () => projects.sorted(shown).slice(0, 50));
	const creating = { schema: { body: { ...BODY, required: Object.keys(FIELDS) } } };
	app.post<{ Body: Fields }>('/projects', creating, ({ body }, reply) => {
		requireConsistent(body);
		return reply.code(201).send(projects.create(body));
	});
	const changing = { schema: { body: BODY } };
	type Changing = { Params: ById; Body: Partial<Fields> };
	app.put<Changing>('/projects/:id', changing, ({ params: { id }, body }) => {
		requireConsistent({ ...projects.existing(id), ...body });
		return projects.update(id, body);
	});
	app.delete<{ Params: ById }>('/projects/:id', ({ params: { id } }, reply) => {
		projects.remove(projects.existing(id).id);
		return reply.code(204).send();
	});
}
