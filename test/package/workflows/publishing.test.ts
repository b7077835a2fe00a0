/** What only GitHub could show, read from the workflow: permissions, order, conditions. */
import metadata from '../../../package.json';
import { actionsOf, jobNamed, positionOf, publishing, read, scriptsOf } from './reading';

describe('publishing', () => {
	it('begins with the tag of a version and in no other way', () => {
		expect(publishing.on).toEqual({ push: { tags: ['v*.*.*'] } });
	});

	it('gives one job the identity that npm trusts, and that job nothing else', () => {
		const permissions = Object.entries(publishing.jobs).map(([name, job]) => [
			name,
			job.permissions,
		]);
		expect(publishing.permissions).toEqual({});
		expect(Object.fromEntries(permissions)).toEqual({
			ci: { contents: 'read' },
			pack: { contents: 'read' },
			publish: { 'id-token': 'write' },
		});
		expect(jobNamed('publish').environment).toBe('npm');
	});

	it('runs nothing of this repository or of its dependencies with that identity', () => {
		const actions = actionsOf('publish').map((action) => action.split('@')[0]);
		expect(actions).toEqual(['actions/setup-node', 'actions/download-artifact']);
		const commands = scriptsOf('publish').join('\n');
		expect(commands.match(/\b(npm|npx|node|yarn|pnpm) [\w-]+/g)).toEqual([
			'npm --version',
			'npm publish',
		]);
		expect(commands).not.toMatch(/checkout|curl|wget|tar |unzip|bash|\bsh /);
	});

	it('waits for all tests, and goes on only if they pass', () => {
		expect(jobNamed('publish').needs).toEqual(['ci', 'pack']);
		expect(publishing.jobs['ci']?.uses).toBe('./.github/workflows/ci.yml');
		for (const job of Object.values({ ...publishing.jobs, ...read('ci.yml').jobs })) {
			expect([job.if, job['continue-on-error']]).toEqual([undefined, undefined]);
		}
		const { on, jobs } = read('ci.yml');
		expect(on).toHaveProperty('workflow_call');
		const checks = jobs['suites']?.strategy?.matrix['check'] as string[];
		const suites = Object.keys(metadata.scripts).filter((name) => name.startsWith('test:'));
		const named = [...checks, 'versions'].map((check) => `test:${check}`);
		expect(named.sort()).toEqual(suites.sort());
		const versions = jobs['versions']?.steps?.map(({ run }) => run);
		expect(versions).toContain('npm run test:versions -- ${{ matrix.n8n }}');
		expect(jobs['test']?.steps?.map(({ run }) => run)).toContain('npm test');
	});

	it('tests before it packs, with nothing between that could change what was tested', () => {
		const order = [
			/The tag|merge-base/,
			/npm pkg get version/,
			/^npm test$/,
			/^npm audit signatures$/,
		];
		const then = [/^npm run build$/, /readme\.mjs/, /^npm pack/];
		const positions = [...order, ...then].map((script) => positionOf('pack', script));
		expect(positions).not.toContain(-1);
		expect(positions).toEqual([...positions].sort((a, b) => a - b));
		expect(scriptsOf('pack').join('\n')).not.toMatch(/npm (install|publish|update)/);
	});

	it('uses no cache that another workflow could have written', () => {
		const nodes = [...jobNamed('pack').steps, ...jobNamed('publish').steps].filter(({ uses }) =>
			uses?.startsWith('actions/setup-node@'),
		);
		expect(nodes).toHaveLength(2);
		for (const step of nodes) {
			expect(step.with).toMatchObject({ 'package-manager-cache': false });
			expect(step.with).not.toHaveProperty('cache');
		}
	});

	it('publishes with provenance what was handed over, if it is that', () => {
		expect(scriptsOf('publish').at(-1)).toContain(
			'npm publish ./package.tgz --provenance --access public --ignore-scripts',
		);
		const check = positionOf('publish', /sha512sum --check --strict/);
		const step = jobNamed('publish').steps[check];
		expect(step).toMatchObject({ env: { SHA512: '${{ needs.pack.outputs.sha512 }}' } });
		expect(check).toBeLessThan(positionOf('publish', /npm publish/));
		expect(jobNamed('pack')).toMatchObject({
			outputs: { sha512: '${{ steps.pack.outputs.sha512 }}' },
		});
	});
});
