/**
 * n8n's own checks of a community package that may run in n8n Cloud: `npm run review`. The tool switches its strict rules on in a
 * copy of the sources, since it writes into package.json and wants a lint configuration of its own.
 */
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installLocked, repository, run } from './install.mjs';

const folder = join(repository, 'dev', 'review');
installLocked(folder, "Installing n8n's tool for community nodes (0.7 GB, about a minute)");

const modules = join(folder, 'node_modules');
const place = mkdtempSync(join(tmpdir(), 'collab-review-'));
try {
	for (const part of ['package.json', 'tsconfig.json', 'nodes', 'credentials', 'icons'])
		cpSync(join(repository, part), join(place, part), { recursive: true });
	symlinkSync(modules, join(place, 'node_modules'));
	const tool = join(modules, '.bin', 'n8n-node');
	run('Switching the checks for n8n Cloud on', tool, ['cloud-support', 'enable'], place);
	run('Checking with the strict rules', tool, ['lint'], place);
	run('Warnings count, too', join(modules, '.bin', 'eslint'), ['.', '--max-warnings', '0'], place);
} finally {
	rmSync(place, { recursive: true });
}
