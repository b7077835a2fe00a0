import { read as textAt } from '../repository';
import { files, read, stepsOf, textOf } from './reading';

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

it.each(['', 'dev/host'])(
	'Dependabot can update the lockfile in "%s": no date keeps new versions out',
	(place) => {
		const settings = textAt(`${place}/.npmrc`);
		expect(settings).not.toMatch(/^\s*(before|min-release-age)\s*=/m);
	},
);
