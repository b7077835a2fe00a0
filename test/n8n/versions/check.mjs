import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { run } from '../../../dev/scripts/install/run.mjs';

const repository = resolve(import.meta.dirname, '..', '..', '..');
const JEST = [
	...['run', 'jest', '--', '--config', 'test/n8n/jest.config.js'],
	...['--selectProjects', 'n8n/versions', '--maxWorkers', '1'],
];

/** Runs the suite on one installation; a check is passed when all tests under its title are. */
export async function check({ n8n, node }, { installation, packageFolder }) {
	const folder = mkdtempSync(join(tmpdir(), 'collab-checks-'));
	const outputFile = join(folder, 'result.json');
	const env = {
		...process.env,
		COLLAB_INSTALLATION: installation,
		COLLAB_PACKAGE: packageFolder,
	};
	const args = [...JEST, '--json', `--outputFile=${outputFile}`];
	const title = `Checking n8n ${n8n} on Node.js ${node}`;
	// What failed stands in the file.
	await run(title, 'npm', args, { cwd: repository, env }).catch(() => undefined);
	const { testResults, success } = JSON.parse(readFileSync(outputFile, 'utf8'));
	rmSync(folder, { recursive: true });
	return { checks: checksOf(testResults), passes: success };
}

/** In the order of the files' names: Jest's own changes from run to run. */
function checksOf(testResults) {
	const inOrder = [...testResults].sort((a, b) => (basename(a.name) < basename(b.name) ? -1 : 1));
	const checks = {};
	for (const { ancestorTitles, status } of inOrder.flatMap((file) => file.assertionResults)) {
		const title = ancestorTitles.at(-1);
		checks[title] = (checks[title] ?? true) && status === 'passed';
	}
	return checks;
}
