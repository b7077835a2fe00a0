/** The scripts of the publishing workflow, run as GitHub runs them, with stand-ins for npm and for the repository. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { jobNamed, positionOf } from './reading';

describe('the scripts of publishing', () => {
	let place: string;
	beforeEach(() => (place = mkdtempSync(join(tmpdir(), 'collab-workflow-'))));
	afterEach(() => rmSync(place, { recursive: true, force: true }));

	/** As GitHub runs it. */
	const run = (script: string, env: Record<string, string>) =>
		spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
			cwd: place,
			env: { PATH: process.env['PATH'] ?? '', HOME: place, ...env },
			encoding: 'utf8',
		});

	const git = (...parameters: string[]) => {
		const who = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
		const { status, stdout, stderr } = spawnSync('git', [...who, ...parameters], {
			cwd: join(place),
			encoding: 'utf8',
		});
		if (status !== 0) throw new Error(stderr);
		return stdout.trim();
	};

	const scriptIn = (job: string, pattern: RegExp) =>
		jobNamed(job).steps[positionOf(job, pattern)]?.run ?? '';

	it.each(['pack', 'publish'])('%s: begins with the check that the tag is on main', (job) => {
		expect(positionOf(job, /merge-base --is-ancestor "\$GITHUB_SHA" main/)).toBe(0);
		git('init', '--quiet', '--initial-branch', 'main', 'repository');
		const commit = (message: string) => {
			git('-C', 'repository', 'commit', '--quiet', '--allow-empty', '--message', message);
			return git('-C', 'repository', 'rev-parse', 'HEAD');
		};
		const released = commit('Released');
		const newest = commit('Newest');
		git('-C', 'repository', 'checkout', '--quiet', '-b', 'aside', released);
		const aside = commit('Never reviewed');
		const statusFor = (sha: string) => {
			rmSync(join(place, 'main.git'), { recursive: true, force: true });
			return run(scriptIn(job, /merge-base/), {
				GITHUB_SERVER_URL: `file://${place}`,
				GITHUB_REPOSITORY: 'repository',
				GITHUB_REF_NAME: 'v1.0.0',
				GITHUB_SHA: sha,
				RUNNER_TEMP: place,
			}).status;
		};
		expect([released, newest, aside].map(statusFor)).toEqual([0, 0, 1]);
	});

	it.each([
		['10.9.4', 1],
		['11.5.0', 1],
		['11.5.1', 0],
		['11.19.1', 0],
		['12.0.0', 0],
	])('npm %s: status %i', (version, status) => {
		writeFileSync(join(place, 'npm'), `#!/bin/sh\necho ${version}\n`);
		chmodSync(join(place, 'npm'), 0o755);
		const PATH = `${place}${delimiter}${process.env['PATH'] ?? ''}`;
		const script = scriptIn('publish', /npm --version/);
		expect(run(script, { PATH }).status).toBe(status);
		expect(positionOf('publish', /npm --version/)).toBeLessThan(
			positionOf('publish', /npm publish/),
		);
	});

	it('another tarball than the one that was tested is not published', () => {
		writeFileSync(join(place, 'package.tgz'), 'tested');
		const [sha512 = ''] = run('sha512sum package.tgz', {}).stdout.split(' ');
		const script = scriptIn('publish', /sha512sum --check/);
		expect(run(script, { SHA512: sha512 }).status).toBe(0);
		writeFileSync(join(place, 'package.tgz'), 'changed');
		expect(run(script, { SHA512: sha512 }).status).toBe(1);
		expect(run(script, { SHA512: '' }).status).toBe(1);
	});

	it.each([
		['v1.2.3', 'latest'],
		['v1.2.3-rc.1', 'next'],
	])('%s becomes the tag %s', (tag, expected) => {
		writeFileSync(join(place, 'npm'), '#!/bin/sh\necho "$@"\n');
		chmodSync(join(place, 'npm'), 0o755);
		const PATH = `${place}${delimiter}${process.env['PATH'] ?? ''}`;
		const { stdout } = run(scriptIn('publish', /npm publish/), { PATH, GITHUB_REF_NAME: tag });
		expect(stdout.trim()).toMatch(new RegExp(` --tag ${expected}$`));
	});
});
