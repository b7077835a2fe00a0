import { Readable } from 'node:stream';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Behavior, BodyTarget } from '../options';
import { brotlied, gzipped, plain } from './largeBody';
import type { LargeText } from './largeBody';

const COMPRESS = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync };

/** Sends bodies compressed, larger than anyone can hold, or without an end, as the behavior says. */
export function looseBodies(app: FastifyInstance, behavior: Behavior): void {
	app.addHook<unknown>('onSend', (request, reply, payload, done) => {
		const target = targetOf(request, reply);
		const { compression } = behavior;
		if (typeof payload !== 'string' || target === undefined) return done(null, payload);
		if (behavior.body !== 'normal' && behavior.bodyTargets.includes(target)) {
			return done(null, largeBody(payload, behavior, reply));
		}
		if (compression === 'none') return done(null, payload);
		reply.header('content-encoding', compression);
		done(null, COMPRESS[compression](payload));
	});
}

/** undefined for what the interface does not have as JSON. */
function targetOf(request: FastifyRequest, { statusCode }: FastifyReply): BodyTarget | undefined {
	const { pathname } = new URL(request.url, 'http://service');
	if (pathname === '/oauth/token') return 'token';
	if (pathname === '/oauth/revoke') return 'revoke';
	if (!pathname.startsWith('/v1/')) return undefined;
	return statusCode < 400 ? 'list' : 'error';
}

function largeBody(payload: string, behavior: Behavior, reply: FastifyReply): Readable {
	const { body, bodyBytes: bytes } = behavior;
	// White space before the closing brace leaves it the same JSON.
	const padded = { start: payload.slice(0, -1), unit: ' ', end: payload.slice(-1), bytes };
	if (body === 'endless') return stream(plain({ ...padded, bytes: Infinity }));
	reply.header('content-encoding', body === 'brotli-bomb' ? 'br' : 'gzip');
	if (body === 'brotli-bomb') return stream(brotlied(padded));
	return stream(gzipped(body === 'objects' ? objects(bytes) : padded));
}

function objects(bytes: number): LargeText {
	return { start: '{"data":[', unit: '{},', end: '{}]}', bytes };
}

function stream(chunks: Iterable<Buffer> | AsyncIterable<Buffer>): Readable {
	return Readable.from(chunks, { objectMode: false });
}
