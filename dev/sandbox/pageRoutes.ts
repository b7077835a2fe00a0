import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const POLICY = [
	"default-src 'none'",
	"script-src 'self'",
	"style-src 'self'",
	"img-src 'self'",
	"connect-src 'self'",
	"form-action 'none'",
	"base-uri 'none'",
	"frame-ancestors 'none'",
].join('; ');

/** The page for people: files, and no way in for scripts from elsewhere. */
export async function pageRoutes(app: FastifyInstance): Promise<void> {
	app.addHook('onRequest', (_request, reply, done) => {
		reply.header('content-security-policy', POLICY).header('x-content-type-options', 'nosniff');
		done();
	});
	await app.register(fastifyStatic, { root: join(__dirname, 'page'), cacheControl: false });
}
