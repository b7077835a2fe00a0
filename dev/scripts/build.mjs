/** Builds the package, unless nothing that goes into it has changed since the last build. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { attempt, run } from './install/run.mjs';

const repository = resolve(import.meta.dirname, '..', '..');
const SOURCES = [
	'nodes',
	'credentials',
	'icons',
	'package.json',
	'tsconfig.json',
	'tsconfig.build.json',
	'gulpfile.js',
];

/** Written by the compiler; copied files keep the time of what they were copied from. */
const COMPILED = 'dist/nodes/Collab/Collab.node.js';
const COPIED_LAST = 'dist/icons';

function isBuilt() {
	if (![COMPILED, COPIED_LAST].every((path) => existsSync(join(repository, path)))) return false;
	const builtAtMs = statSync(join(repository, COMPILED)).mtimeMs;
	return SOURCES.every((path) => newestMs(join(repository, path)) < builtAtMs);
}

/** A folder's own time shows that files were removed. */
function newestMs(path) {
	const stat = statSync(path);
	if (!stat.isDirectory()) return stat.mtimeMs;
	return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newestMs(join(path, name))));
}

const build = ['run', 'build', '--silent'];
if (!isBuilt()) {
	await attempt(() => run('Building the package', 'npm', build, { cwd: repository }));
}
