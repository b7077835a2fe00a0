import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run } from './run.mjs';

const OLDEST_NODE_FOR_N8N = 24;

/**
 * n8n keeps its data in SQLite through the package sqlite3, whose binary part npm does not carry: it
 * is fetched from GitHub or compiled. The same add-on, built, does come with @appthreat/sqlite3 (a
 * maintained continuation of sqlite3), so neither a compiler nor GitHub is needed where that one fits.
 */
export async function ensureSqlite(host) {
	const node = nodeOf(host);
	const loads = () => spawnSync(node, ['-e', "require('sqlite3')"], { cwd: host }).status === 0;
	if (!loads()) placePrebuilt(host);
	if (loads()) return;
	const title = 'Building the SQLite add-on (about a minute; it needs python3, make and g++)';
	await run(title, 'npm', ['rebuild', 'sqlite3', '--ignore-scripts=false'], { cwd: host });
}

function nodeOf(host) {
	const brought = join(host, 'node_modules', '.bin', 'node');
	if (existsSync(brought)) return brought;
	if (Number(process.versions.node.split('.')[0]) >= OLDEST_NODE_FOR_N8N) return process.execPath;
	throw new Error(
		`n8n needs Node ${OLDEST_NODE_FOR_N8N} or newer. This is ${process.version}, and for ${process.platform} ` +
			`on ${process.arch} a newer one cannot be brought along: please install it and start again.`,
	);
}

function placePrebuilt(host) {
	const platform = `${process.platform}-${process.arch}`;
	const builds = join(host, 'node_modules', '@appthreat', 'sqlite3', 'prebuilds', platform);
	const build = join(builds, '@appthreat+sqlite3.glibc.node');
	if (!existsSync(build)) return;
	const target = join(host, 'node_modules', 'sqlite3', 'build', 'Release', 'node_sqlite3.node');
	mkdirSync(dirname(target), { recursive: true });
	copyFileSync(build, target);
}
