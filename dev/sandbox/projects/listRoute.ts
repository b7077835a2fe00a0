import type { FastifyInstance } from 'fastify';
import { requireRead } from '../access/authenticate';
import { sendError } from '../errorAnswer';
import type { Service } from '../service';
import { MalformedQuery, parseListQuery } from './listQuery';

/** GET /v1/projects, the one operation that the specification describes in detail (section 4.1). */
export function listRoute(app: FastifyInstance, service: Service): void {
	app.addHook('onRequest', (request, reply) => service.faults.strike(request, reply));
	app.addHook('onRequest', requireRead(service.oauth.library, service.apiKeys));
	app.addHook('onRequest', (_request, reply, done) => {
		const retryAfterSeconds = service.rateLimit.take();
		if (retryAfterSeconds === 0) return done();
		reply.header('retry-after', retryAfterSeconds);
		return sendError(reply, 429, 'Too many requests. Try again later.');
	});

	app.get<{ Querystring: Record<string, unknown> }>('/projects', (request, reply) => {
		try {
			return reply.send(service.lists.answer(parseListQuery(request.query)));
		} catch (error) {
			if (error instanceof MalformedQuery) return sendError(reply, 400, error.message);
			throw error;
		}
	});
}
