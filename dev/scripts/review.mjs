/**
 * n8n's own checks of a community package that may run in n8n Cloud: `npm run review`. With `n8n.strict` the tool accepts its own
 * lint configuration only, whose packages do not fit beside those of this repository: a copy of the sources has it.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
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
	const configuration =
		"import { config } from '@n8n/node-cli/eslint';\n\nexport default config;\n";
	writeFileSync(join(place, 'eslint.config.mjs'), configuration);
	// The tool ends with 0 whatever it says.
	const { stdout } = spawnSync(tool, ['cloud-support'], { cwd: place, encoding: 'utf8' });
	console.log(stdout);
	if (!/Status: eligible/.test(stripVTControlCharacters(stdout)))
		throw new Error('The package is not eligible for n8n Cloud');
	run('Checking with the strict rules', tool, ['lint'], place);
	run('Warnings count, too', join(modules, '.bin', 'eslint'), ['.', '--max-warnings', '0'], place);
} finally {
	rmSync(place, { recursive: true });
}
