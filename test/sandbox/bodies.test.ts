import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import { PassThrough } from 'node:stream';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Sandbox } from '../../dev/sandbox';
import { startForTest } from './started';

const DECODERS = { gzip: createGunzip, br: createBrotliDecompress, deflate: createInflate };
const BYTES = 20_000_003;

interface Endpoint {
	readonly method?: string;
	readonly path: string;
	readonly headers?: Record<string, string>;
	readonly form?: Record<string, string>;
}

type Target = 'list' | 'error' | 'token' | 'revoke';

function endpointsOf({ apiKey, clientId, clientSecret }: Sandbox): Record<Target, Endpoint> {
	const client = { client_id: clientId, client_secret: clientSecret };
	const post = (path: string, form: Record<string, string>) => ({
		method: 'POST',
		path,
		form: { ...client, ...form },
	});
	return {
		list: { path: '/v1/projects', headers: { 'x-api-key': apiKey } },
		error: { path: '/v1/projects', headers: { 'x-api-key': 'wrong' } },
		token: post('/oauth/token', { grant_type: 'client_credentials', scope: 'read' }),
		revoke: post('/oauth/revoke', { token: 'unknown' }),
	};
}

/** Plain HTTP: whatever decompresses or collects by itself would hide what is on the wire. */
async function send({ url }: Sandbox, endpoint: Endpoint): Promise<IncomingMessage> {
	const { method = 'GET', path, headers, form } = endpoint;
	const type = form && { 'content-type': 'application/x-www-form-urlencoded' };
	const sent = request(url + path, { method, headers: { ...headers, ...type } });
	sent.end(form && new URLSearchParams(form).toString());
	const [answer] = (await once(sent, 'response')) as [IncomingMessage];
	return answer;
}

function decoded(answer: IncomingMessage): Readable {
	const encoding = answer.headers['content-encoding'];
	if (encoding === undefined) return answer;
	const decoder = DECODERS[encoding as keyof typeof DECODERS]();
	return answer.pipe(decoder);
}

/** Counts what arrives before and after decompression, and holds none of it. */
async function measure(answer: IncomingMessage) {
	let wire = 0;
	let body = 0;
	answer.on('data', (chunk: Buffer) => (wire += chunk.length));
	for await (const chunk of decoded(answer)) body += (chunk as Buffer).length;
	return { wire, body };
}

describe.each(['gzip', 'br', 'deflate'] as const)('compressed as %s', (compression) => {
	it('every answer is the same as without', async () => {
		const sandbox = await startForTest({ projects: 5 });
		const endpoints = endpointsOf(sandbox);
		for (const target of ['list', 'error', 'revoke'] as const) {
			sandbox.configure({ compression: 'none' });
			const plain = await text(await send(sandbox, endpoints[target]));
			sandbox.configure({ compression });
			const answer = await send(sandbox, endpoints[target]);
			expect(answer.headers['content-encoding']).toBe(compression);
			expect(await text(decoded(answer))).toBe(plain);
		}
		const token = await text(decoded(await send(sandbox, endpoints.token)));
		expect(JSON.parse(token)).toMatchObject({ token_type: 'bearer' });
	});
});

describe.each(['gzip-bomb', 'brotli-bomb', 'objects'] as const)('a body of kind %s', (body) => {
	it.each(['list', 'error', 'token', 'revoke'] as const)(
		'is small on the wire and as large as asked for after it: %s',
		async (target) => {
			const options = { projects: 5, body, bodyBytes: BYTES, bodyTargets: [target] };
			const sandbox = await startForTest(options);
			const size = await measure(await send(sandbox, endpointsOf(sandbox)[target]));
			expect(size.body).toBeGreaterThanOrEqual(BYTES);
			expect(size.body).toBeLessThan(BYTES + 5000);
			expect(size.wire).toBeLessThan(BYTES / 250);
		},
	);

	it('is JSON', async () => {
		const sandbox = await startForTest({ projects: 5, body, bodyBytes: 500_000 });
		const answer = await send(sandbox, endpointsOf(sandbox).list);
		const { data } = JSON.parse(await text(decoded(answer))) as { data: unknown[] };
		if (body === 'objects')
			expect(new Set(data.map((row) => JSON.stringify(row)))).toEqual(new Set(['{}']));
		else expect(data).toHaveLength(5);
	});

	it('replaces no other answer', async () => {
		const sandbox = await startForTest({ projects: 5, body, bodyTargets: ['error', 'revoke'] });
		const endpoints = endpointsOf(sandbox);
		for (const target of ['list', 'token'] as const) {
			const { body: bytes } = await measure(await send(sandbox, endpoints[target]));
			expect(bytes).toBeLessThan(5000);
		}
	});
});

it('an endless body goes on until the caller leaves, and the service answers others meanwhile', async () => {
	const sandbox = await startForTest({ projects: 5, body: 'endless' });
	const endpoints = endpointsOf(sandbox);
	const answer = await send(sandbox, endpoints.list);
	expect(answer.headers['content-encoding']).toBeUndefined();
	let bytes = 0;
	const sink = new PassThrough();
	sink.on('data', (chunk: Buffer) => {
		bytes += chunk.length;
		if (bytes > BYTES) answer.destroy();
	});
	await pipeline(answer, sink).catch(() => undefined);
	expect(bytes).toBeGreaterThan(BYTES);
	expect((await send(sandbox, endpoints.token)).statusCode).toBe(200);
});

it('the service closes while an endless body is under way', async () => {
	const sandbox = await startForTest({ projects: 5, body: 'endless' });
	const answer = await send(sandbox, endpointsOf(sandbox).list);
	const broken = new Promise((resolve) => answer.once('error', resolve));
	answer.resume();
	await sandbox.close();
	expect(await broken).toMatchObject({ code: 'ECONNRESET' });
});
