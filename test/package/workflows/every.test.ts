import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { files, read, root, stepsOf, textOf } from './reading';

describe('every workflow', () => {
	it.each(files)('%s: pins each action to a commit, and says which version that is', (file) => {
		const uses = textOf(file)
			.split('\n')
			.filter((line) => /^\s*(- )?uses:/.test(line) && !line.includes('uses: ./'));
		expect(uses).not.toEqual([]);
		for (const line of uses) {
			expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
		}
	});

	it('takes one commit of an action everywhere', () => {
		const pins = files.flatMap((file) => textOf(file).match(/[\w-]+\/[\w-]+@[0-9a-f]{40}/g) ?? []);
		const actions = new Set(pins.map((pin) => pin.split('@')[0]));
		expect(new Set(pins).size).toBe(actions.size);
	});

	it.each(files)('%s: may read and nothing else, unless a job says so', (file) => {
		expect([{ contents: 'read' }, {}]).toContainEqual(read(file).permissions);
	});

	it.each(files)('%s: keeps no credentials in what it checks out', (file) => {
		for (const step of stepsOf(file)) {
			if (!step.uses?.startsWith('actions/checkout@')) continue;
			expect(step.with?.['persist-credentials']).toBe(false);
		}
	});

	it.each(files)(
		'%s: holds no secret, and nothing that a stranger can write goes into a script',
		(file) => {
			expect(textOf(file)).not.toMatch(/secrets\./);
			const scripts = stepsOf(file).flatMap(({ run }) => run ?? []);
			for (const script of scripts) expect(script).not.toMatch(/\$\{\{(?! matrix\.)/);
		},
	);
});

describe('the newest n8n', () => {
	const { on, permissions, jobs } = read('newest-n8n.yml');

	it('is tried every week, and opens nothing', () => {
		expect(on).toMatchObject({
			schedule: [{ cron: expect.stringMatching(/^\d+ \d+ \* \* 1$/) as string }],
		});
		expect(permissions).toEqual({ contents: 'read' });
		for (const job of Object.values(jobs)) expect(job.permissions).toBeUndefined();
	});

	it('fails loudly', () => {
		const steps = Object.values(jobs).flatMap((job) => job.steps ?? []);
		expect(steps.at(-1)?.run).toBe('npm run test:versions -- latest');
		expect(textOf('newest-n8n.yml')).not.toMatch(/continue-on-error|\|\| true/);
	});
});

describe('Dependabot', () => {
	interface Update {
		readonly 'package-ecosystem': string;
		readonly directory?: string;
		readonly directories?: readonly string[];
		readonly schedule: { readonly interval: string };
		readonly cooldown?: { readonly 'default-days': number };
		readonly groups?: Readonly<Record<string, { readonly patterns: readonly string[] }>>;
	}
	const text = readFileSync(join(root, '.github', 'dependabot.yml'), 'utf8');
	const { updates } = parse(text) as { updates: readonly Update[] };

	it('looks after both lockfiles and the actions', () => {
		const places = updates.map((update) => [
			update['package-ecosystem'],
			update.directories ?? [update.directory],
		]);
		expect(places).toEqual([
			['npm', ['/', '/dev/host']],
			['github-actions', ['/']],
		]);
	});

	it('waits for a week, and groups what it proposes', () => {
		for (const { cooldown, groups, schedule } of updates) {
			expect(cooldown?.['default-days']).toBeGreaterThanOrEqual(7);
			expect(schedule.interval).toBe('weekly');
			expect(Object.values(groups ?? {}).flatMap(({ patterns }) => patterns)).toEqual(['*']);
		}
	});

	it.each(['', 'dev/host'])(
		'can update the lockfile in "%s": no date keeps new versions out',
		(place) => {
			const settings = readFileSync(join(root, place, '.npmrc'), 'utf8');
			expect(settings).not.toMatch(/^\s*(before|min-release-age)\s*=/m);
		},
	);
});
