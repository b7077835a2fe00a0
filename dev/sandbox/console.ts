import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ApiKey, SCOPES } from './access';
import { Refusal } from './errors';
import type { Service } from './index';
import { PERSON } from './oauth/grants';
import { STATUS_FILTERS } from './listing';
import type { ListQuery, ProjectRecord, ProjectStore } from './projects';

/** What the page for people works with. Not part of the interface, and of no use to applications. */
export function consoleRoutes(app: FastifyInstance, service: Service): void {
	app.addHook('onRequest', refuseOtherOrigins);
	projectRoutes(app, service.projects);
	accessRoutes(app, service);
}

/** There is no sign-in here, so pages from elsewhere must not act in the person's browser. */
function refuseOtherOrigins(
	{ headers, protocol }: FastifyRequest,
	_reply: FastifyReply,
	done: () => void,
): void {
	const { origin, host } = headers;
	if (origin === undefined || origin === `${protocol}://${host}`) return done();
	throw new Refusal(403, 'Only the page of this service may use the console.');
}

const SHOWN = {
	type: 'object',
	properties: {
		page: { type: 'integer', minimum: 1, default: 1 },
		status: { enum: STATUS_FILTERS, default: 'all' },
		search: { type: 'string', maxLength: 200, default: '' },
	},
};

type Shown = Pick<ListQuery, 'page' | 'status' | 'search'>;

const COUNT = { type: 'integer', minimum: 0, maximum: 1_000_000 };
const DATE = { type: 'string', format: 'date' };

/** What people may fill in; the service itself sets identity and timestamps. */
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

type Fields = Partial<ProjectRecord>;

type ById = Pick<ProjectRecord, 'id'>;

/** Answers what is done to one thing; 404 where there is none. */
function deleted(isDone: boolean, reply: FastifyReply): FastifyReply {
	if (isDone) return reply.code(204).send();
	throw new Refusal(404, 'There is no such thing.');
}

/** Listing with a search, and everything that people do to projects. */
function projectRoutes(app: FastifyInstance, projects: ProjectStore): void {
	const listing = { schema: { querystring: SHOWN } };
	app.get<{ Querystring: Shown }>('/projects', listing, ({ query }) =>
		projects.list({ ...query, per_page: 10, sort_by: 'updated_at', order: 'desc' }),
	);
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

const NEW_KEY = {
	type: 'object',
	additionalProperties: false,
	required: ['name'],
	properties: {
		name: { type: 'string', minLength: 1, maxLength: 100, pattern: '\\S' },
		scope: { type: 'array', items: { enum: SCOPES }, uniqueItems: true, default: ['read'] },
	},
};

/** API keys, connected applications, and what an application needs to know to connect. */
function accessRoutes(app: FastifyInstance, { client, grants, apiKeys, apiKey }: Service): void {
	app.get('/api-keys', () => ({ data: apiKeys.all().map(describeKey) }));
	const creating = { schema: { body: NEW_KEY } };
	app.post<{ Body: Pick<ApiKey, 'name' | 'scope'> }>('/api-keys', creating, ({ body }, reply) => {
		const created = apiKeys.create(body.name, body.scope);
		return reply.code(201).send({ ...describeKey(created), key: created.key });
	});
	app.delete<{ Params: ById }>('/api-keys/:id', ({ params }, reply) =>
		deleted(apiKeys.revoke(params.id), reply),
	);
	app.get('/applications', () => ({
		data: grants.all().map(({ id, userId, scope, sinceMs }) => {
			return { id, application: client.name, acts_for: userId, scope, since: new Date(sinceMs) };
		}),
	}));
	app.delete<{ Params: ById }>('/applications/:id', ({ params }, reply) =>
		deleted(grants.withdraw(params.id), reply),
	);
	const { id: clientId, secret: clientSecret } = client;
	const { username, password } = PERSON;
	const fixed = { clientId, clientSecret, username, password };
	app.get('/service', () => ({ ...fixed, apiKey: apiKeys.find(apiKey)?.key }));
}

/** The key itself is shown once, when it is made. */
function describeKey({ id, name, key, scope, createdAtMs }: ApiKey) {
	return { id, name, start: key.slice(0, 15), scope, created_at: new Date(createdAtMs) };
}
