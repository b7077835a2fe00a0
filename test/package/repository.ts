import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import metadata from '../../package.json';

export const root = join(__dirname, '..', '..');

/** The address of the repository, which the owner decides. */
export const page = metadata.repository.url.replace(/^git\+|\.git$/g, '');

export const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** The files that Git knows of, new ones that are not committed yet included. `paths` are as for `git ls-files`. */
export function filesIn(...paths: string[]): string[] {
	const parameters = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', ...paths];
	const listed = execFileSync('git', parameters, { cwd: root, encoding: 'utf8' });
	return listed.split('\0').filter((path) => path !== '' && existsSync(join(root, path)));
}
