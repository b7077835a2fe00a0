import { fork } from 'node:child_process';
import { join } from 'node:path';
import { installedIn } from '../host/installPackage';
import { endGroup, FOLLOW_PARENT } from '../host/processes';
import type { Endings } from './ending';

const REPOSITORY = join(__dirname, '..', '..');

/** Builds on save, right into the package that this n8n has installed; n8n loads what changes there. */
export function buildOnSave(userFolder: string, endings: Endings): void {
	const outDir = join(installedIn(userFolder), 'dist');
	const run = (tool: string, ...args: string[]) => {
		const env = { ...process.env, DIST: outDir };
		const options = { cwd: REPOSITORY, env, detached: true, execArgv: FOLLOW_PARENT };
		const { pid } = fork(join(REPOSITORY, 'node_modules', '.bin', tool), args, options);
		if (pid !== undefined) endings.add(async () => await endGroup(pid));
	};
	const compiling = ['--watch', '--preserveWatchOutput', '--outDir', outDir];
	run('tsc', '-p', 'tsconfig.build.json', ...compiling);
	run('gulp', '--silent', 'watch');
}
