import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The Node that n8n runs on: the one `host/` brings, or, on systems it has none for, this one. */
export function nodeBinary(): string {
	const brought = join(__dirname, 'node_modules', '.bin', 'node');
	return existsSync(brought) ? brought : process.execPath;
}
