import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** A folder whose node_modules hold an n8n and, where there is one for the system, its Node. */
export type Installation = string;

export const PINNED: Installation = __dirname;

export interface CommandLine {
	readonly node: string;
	readonly n8n: string;
}

export function commandLineOf(installation: Installation): CommandLine {
	const modules = join(installation, 'node_modules');
	const brought = join(modules, '.bin', 'node');
	return {
		node: existsSync(brought) ? brought : process.execPath,
		n8n: join(modules, 'n8n', 'bin', 'n8n'),
	};
}
