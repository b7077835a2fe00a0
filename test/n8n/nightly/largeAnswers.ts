/** Answers that are small on the wire and large in memory. */
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { constants, createBrotliCompress, gzipSync } from 'node:zlib';
import type { SeenRequest } from '../../engine/harness/scriptedServer';

const MB = 1024 * 1024;

const asJson = { 'Content-Type': 'application/json' };

/** Compressed once, however often it is answered. */
function compressed(encoding: string, compress: () => Buffer | Promise<Buffer>) {
	let bytes: Buffer | Promise<Buffer> | undefined;
	return (response: ServerResponse): void => {
		bytes ??= compress();
		void Promise.resolve(bytes).then((ready) => {
			response.writeHead(200, { ...asJson, 'Content-Encoding': encoding });
			response.end(ready);
		});
	};
}

/** A member of a gzip file may be repeated: a large bomb is made of small ones. */
const repeated = (part: Buffer, times: number) => Buffer.concat(Array<Buffer>(times).fill(part));

export const brotliBomb = (megabytes: number) =>
	compressed('br', async () => {
		const part = Buffer.alloc(MB, ' ');
		const compress = createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 3 } });
		return await buffer(Readable.from(Array<Buffer>(megabytes).fill(part)).pipe(compress));
	});

export const gzipBomb = (megabytes: number) =>
	compressed('gzip', () => repeated(gzipSync(Buffer.alloc(16 * MB, ' ')), megabytes / 16));

/** A page of 100 projects with 50 kB each, always followed by another. */
export function fatPage(response: ServerResponse, { query }: Pick<SeenRequest, 'query'>): void {
	const [page, perPage] = [Number(query['page']), Number(query['per_page'])];
	// One character beyond Latin-1 doubles what the text takes in memory.
	const description = `${'x'.repeat(50_000)}€`;
	const data = Array.from({ length: perPage }, (_row, index) => {
		const number = (page - 1) * perPage + index;
		const updated_at = new Date(Date.UTC(2030, 0, 1) - number * 1000).toISOString();
		return { id: `proj_${number}`, name: 'Fat', description, created_at: updated_at, updated_at };
	});
	const pagination = {
		page,
		per_page: perPage,
		total_items: 1_000_000,
		total_pages: Math.ceil(1_000_000 / perPage),
		has_next: true,
		has_prev: page > 1,
	};
	response.writeHead(200, asJson).end(JSON.stringify({ data, pagination }));
}
