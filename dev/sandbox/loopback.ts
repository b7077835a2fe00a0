import type { FastifyInstance } from 'fastify';
import { sendError } from './errorAnswer';

/** Names of this machine for itself: nobody else can make a browser come with one of these. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i;

/** The service shows its keys to whoever asks, so it is not for other machines. */
export function assertLoopback(address: string): void {
	if (LOOPBACK.test(address)) return;
	throw new Error(`It listens on this machine only: localhost, 127.0.0.1 or ::1, not ${address}.`);
}

/**
 * A page from elsewhere may point its own name at this machine (DNS rebinding) and then count as the same site as the
 * service. The Host header still says that name.
 */
export function refuseForeignHosts(app: FastifyInstance): void {
	app.addHook('onRequest', async (request, reply) => {
		const name = request.headers.host?.replace(/:\d+$/, '') ?? '';
		if (LOOPBACK.test(name)) return;
		await sendError(reply, 421, 'This service answers on localhost, 127.0.0.1 and [::1] only.');
	});
}
