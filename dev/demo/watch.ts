import { join } from 'node:path';
import { installedIn } from '../host/installPackage';
import { endGroup, startGroup } from '../host/processes';
import type { Endings } from './ending';

const REPOSITORY = join(__dirname, '..', '..');

/** Builds on save, right into the package that this n8n has installed; n8n loads what changes there. */
export function buildOnSave(userFolder: string, endings: Endings): void {
	const outDir = join(installedIn(userFolder), 'dist');
	const run = (tool: string, ...args: string[]) => {
		const env = { ...process.env, DIST: outDir };
		const command = [join(REPOSITORY, 'node_modules', '.bin', tool), ...args];
		const { pid } = startGroup(command, { cwd: REPOSITORY, env, stdio: 'inherit' });
		endings.add(async () => await endGroup(pid));
	};
	const compiling = ['--watch', '--preserveWatchOutput', '--outDir', outDir];
	run('tsc', '-p', 'tsconfig.build.json', ...compiling);
	run('gulp', '--silent', 'watch');
}
