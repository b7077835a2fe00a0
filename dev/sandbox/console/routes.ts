import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendError } from '../errorAnswer';
import type { Service } from '../service';
import { accessRoutes } from './accessRoutes';
import { projectRoutes } from './projectRoutes';

/** What the page for people works with. Not part of the interface, and of no use to applications. */
export function consoleRoutes(
	app: FastifyInstance,
	{ service }: { service: Service },
	done: () => void,
): void {
	app.addHook('onRequest', refuseOtherOrigins);
	projectRoutes(app, service.projects);
	accessRoutes(app, service);
	done();
}

/** There is no sign-in here, so pages from elsewhere must not act in the person's browser. */
function refuseOtherOrigins(
	{ headers, protocol }: FastifyRequest,
	reply: FastifyReply,
	done: () => void,
): FastifyReply | void {
	const { origin, host } = headers;
	if (origin !== undefined && origin !== `${protocol}://${host}`) {
		return sendError(reply, 403, 'Only the page of this service may use the console.');
	}
	done();
}
