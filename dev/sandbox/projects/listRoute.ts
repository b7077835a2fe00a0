import type { FastifyInstance } from 'fastify';
import { requireRead } from '../access/authenticate';
import { sendError } from '../errorAnswer';
import type { Service } from '../service';
import { SORT_FIELDS, SORT_ORDERS, STATUS_FILTERS } from './record';
import type { SortField, SortOrder, StatusFilter } from './record';

interface ListQuery {
	page: number;
	per_page: number;
	status: StatusFilter;
	sort_by: SortField;
	order: SortOrder;
}

/** Section 4.1 of the specification, with its defaults; for `status` and `sort_by` it names none. */
const LIST_QUERY = {
	type: 'object',
	properties: {
		page: { type: 'integer', minimum: 1, default: 1 },
		per_page: { type: 'integer', minimum: 1, default: 20 },
		status: { enum: STATUS_FILTERS, default: 'all' },
		sort_by: { enum: SORT_FIELDS, default: 'updated_at' },
		order: { enum: SORT_ORDERS, default: 'desc' },
	},
};

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

	app.get<{ Querystring: ListQuery }>(
		'/projects',
		{ schema: { querystring: LIST_QUERY } },
		({ query }) => {
			const { page, per_page: perPage, status, sort_by: sortBy, order } = query;
			return service.lists.answer({ page, perPage, status, sortBy, order });
		},
	);
}
