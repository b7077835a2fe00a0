import type { FastifyInstance } from 'fastify';
import type { ApiKey } from '../access/apiKeys';
import { sendError } from '../errorAnswer';
import { PERSON, SCOPES } from '../oauth/client';
import type { Service } from '../service';

const VISIBLE_START = 15;

const NEW_KEY = {
	type: 'object',
	additionalProperties: false,
	required: ['name'],
	properties: {
		name: { type: 'string', minLength: 1, maxLength: 100, pattern: '\\S' },
		scope: { type: 'array', items: { enum: SCOPES }, uniqueItems: true, default: ['read'] },
	},
};

interface ById {
	id: string;
}

/** API keys, connected applications, and what an application needs to know to connect. */
export function accessRoutes(app: FastifyInstance, service: Service): void {
	const { client } = service.oauth;
	app.get('/service', () => ({
		clientId: client.id,
		clientSecret: client.secret,
		redirectUris: client.redirectUris,
		apiKey: service.apiKeys.find(service.seededApiKey)?.key,
		username: PERSON.username,
		password: PERSON.password,
	}));
	apiKeyRoutes(app, service);
	applicationRoutes(app, service);
}

function apiKeyRoutes(app: FastifyInstance, { apiKeys }: Service): void {
	app.get('/api-keys', () => ({ data: apiKeys.all().map(describeKey) }));
	app.post<{ Body: { name: string; scope: string[] } }>(
		'/api-keys',
		{ schema: { body: NEW_KEY } },
		({ body }, reply) => {
			const created = apiKeys.create(body.name, body.scope);
			return reply.code(201).send({ ...describeKey(created), key: created.key });
		},
	);
	app.delete<{ Params: ById }>('/api-keys/:id', ({ params }, reply) => {
		if (!apiKeys.revoke(params.id)) return sendError(reply, 404, 'There is no such API key.');
		return reply.code(204).send();
	});
}

/** The key itself is shown once, when it is made. */
function describeKey({ id, name, key, scope, createdAtMs }: ApiKey) {
	const created_at = new Date(createdAtMs).toISOString();
	return { id, name, start: key.slice(0, VISIBLE_START), scope, created_at };
}

function applicationRoutes(app: FastifyInstance, { oauth }: Service): void {
	const { client, grants } = oauth;
	app.get('/applications', () => ({
		data: grants.all().map(({ id, userId, scope, sinceMs }) => ({
			id,
			application: client.name,
			/** Whether the application acts for a person, or for itself (client credentials). */
			acts_for: userId === client.id ? null : userId,
			scope,
			since: new Date(sinceMs).toISOString(),
		})),
	}));
	app.delete<{ Params: ById }>('/applications/:id', ({ params }, reply) => {
		if (!grants.withdraw(params.id)) return sendError(reply, 404, 'There is no such connection.');
		return reply.code(204).send();
	});
}
