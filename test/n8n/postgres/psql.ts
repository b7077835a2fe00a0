import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const END = '--end--';

/** One session with a database: statements go in, lines of text come back. Needs no driver. */
export class Psql {
	private readonly child: ChildProcessWithoutNullStreams;

	private readonly lines: AsyncIterator<string, undefined>;

	private last: Promise<unknown> = Promise.resolve();

	private complaints = '';

	constructor(port: number, { name, user }: { name: string; user: string }) {
		const address = ['-h', '127.0.0.1', '-p', String(port), '-U', user, name];
		const plain = ['--no-psqlrc', '--quiet', '--no-align', '--tuples-only'];
		this.child = spawn('psql', [...plain, '-v', 'ON_ERROR_STOP=1', ...address]);
		this.child.stderr.on('data', (chunk: Buffer) => (this.complaints += chunk.toString()));
		this.lines = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]();
	}

	/** The rows of all the statements, one a line; queries wait for one another. */
	async query(statements: string): Promise<string[]> {
		const rows = this.last.then(async () => await this.run(statements));
		this.last = rows.catch(() => undefined);
		return await rows;
	}

	async close(): Promise<void> {
		if (this.child.exitCode !== null) return;
		const ended = once(this.child, 'exit');
		this.child.stdin.end();
		await ended;
	}

	private async run(statements: string): Promise<string[]> {
		this.child.stdin.write(`${statements};\n\\echo ${END}\n`);
		const rows: string[] = [];
		for (;;) {
			const next = await this.lines.next();
			if (next.done) throw new Error(`psql has ended: ${this.complaints}`);
			if (next.value === END) return rows;
			rows.push(next.value);
		}
	}
}
