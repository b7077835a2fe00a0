/** Bodies of any size, made of one small block that is sent again and again: nothing large is ever held. */
import { once } from 'node:events';
import { constants, createBrotliCompress, gzipSync } from 'node:zlib';

/** A text with a part that repeats. */
export interface LargeText {
	readonly start: string;
	/** One ASCII text of which the middle consists. */
	readonly unit: string;
	readonly end: string;
	/** Of the middle, rounded up to whole units; Infinity never ends. */
	readonly bytes: number;
}

const BLOCK_BYTES = 1 << 20;
/** Smaller than a block: then a reference means the same after any number of blocks. */
const WINDOW_BITS = 18;
const BLOCKS_UNTIL_EQUAL = 3;

interface Blocks {
	readonly block: Buffer;
	readonly count: number;
	readonly rest: Buffer;
}

export function* plain({ start, unit, end, bytes }: LargeText): Generator<Buffer> {
	const { block, count, rest } = cut(unit, bytes);
	yield Buffer.from(start);
	for (let sent = 0; sent < count; sent += 1) yield block;
	yield Buffer.concat([rest, Buffer.from(end)]);
}

/** A gzip file may consist of several members, each complete in itself (RFC 1952, 2.2). */
export function* gzipped({ start, unit, end, bytes }: LargeText): Generator<Buffer> {
	const { block, count, rest } = cut(unit, bytes);
	const member = gzipSync(block);
	yield gzipSync(start);
	for (let sent = 0; sent < count; sent += 1) yield member;
	yield gzipSync(Buffer.concat([rest, Buffer.from(end)]));
}

/**
 * After a flush Brotli begins a new meta-block (RFC 7932, section 9.2), and those of equal blocks are equal
 * once the window is full of them.
 */
export async function* brotlied({ start, unit, end, bytes }: LargeText): AsyncGenerator<Buffer> {
	const { block, count, rest } = cut(unit, bytes);
	const encoder = new BrotliBlocks();
	yield await encoder.compress(Buffer.from(start));
	let metaBlock: Buffer = Buffer.alloc(0);
	for (let sent = 0; sent < count; sent += 1) {
		if (sent < BLOCKS_UNTIL_EQUAL) metaBlock = await encoder.compress(block);
		yield metaBlock;
	}
	yield await encoder.compress(Buffer.concat([rest, Buffer.from(end)]));
	yield await encoder.finish();
}

class BrotliBlocks {
	private readonly encoder = createBrotliCompress({
		params: { [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS },
	});

	private output: Buffer[] = [];

	constructor() {
		this.encoder.on('data', (chunk: Buffer) => this.output.push(chunk));
	}

	async compress(input: Buffer): Promise<Buffer> {
		this.encoder.write(input);
		await new Promise<void>((resolve) =>
			this.encoder.flush(constants.BROTLI_OPERATION_FLUSH, resolve),
		);
		return this.take();
	}

	async finish(): Promise<Buffer> {
		this.encoder.end();
		await once(this.encoder, 'end');
		return this.take();
	}

	private take(): Buffer {
		const taken = Buffer.concat(this.output);
		this.output = [];
		return taken;
	}
}

function cut(unit: string, bytes: number): Blocks {
	const units = Math.ceil(bytes / unit.length);
	const perBlock = Math.floor(BLOCK_BYTES / unit.length);
	return {
		block: Buffer.from(unit.repeat(perBlock)),
		count: Math.floor(units / perBlock),
		rest: Buffer.from(unit.repeat(Number.isFinite(units) ? units % perBlock : 0)),
	};
}
