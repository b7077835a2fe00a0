import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import type { Behavior } from './options';

const COMPRESS = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync };

/** Compresses every answer if the behavior says so, whatever encodings the request accepts. */
export function compressAnswers(app: FastifyInstance, behavior: Behavior): void {
	app.addHook<unknown>('onSend', (_request, reply, payload, done) => {
		const { compression } = behavior;
		if (typeof payload !== 'string' || compression === 'none') return done(null, payload);
		reply.header('content-encoding', compression);
		done(null, COMPRESS[compression](payload));
	});
}
