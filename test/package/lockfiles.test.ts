import { read } from './repository';

interface Locked {
	readonly resolved?: string;
	readonly integrity?: string;
	readonly optionalDependencies?: Readonly<Record<string, string>>;
}

type Packages = Readonly<Record<string, Locked>>;

/** Looks where Node.js would look for that name from that place. */
function isFound(packages: Packages, from: string, name: string): boolean {
	if (`${from && `${from}/`}node_modules/${name}` in packages) return true;
	if (from === '') return false;
	return isFound(packages, from.replace(/\/?node_modules\/(@[^/]+\/)?[^/]+$/, ''), name);
}

describe.each(['.', 'dev/host', 'dev/review'])('the lockfile in %s', (place) => {
	const { packages } = JSON.parse(read(`${place}/package-lock.json`)) as { packages: Packages };

	it('holds the optional packages of every system, not only of the one that made it', () => {
		const optional = Object.entries(packages).flatMap(([from, { optionalDependencies = {} }]) =>
			Object.keys(optionalDependencies).map((name) => ({ from, name })),
		);
		expect(optional.length).toBeGreaterThan(20);
		expect(optional.filter(({ from, name }) => !isFound(packages, from, name))).toEqual([]);
	});

	it('names the content of each package, and no place to get it from', () => {
		const others = Object.entries(packages).filter(([path]) => path !== '');
		expect(others.length).toBeGreaterThan(100);
		const isNamed = ({ integrity, resolved }: Locked) =>
			/^sha512-/.test(integrity ?? '') && !resolved;
		expect(others.filter(([, locked]) => !isNamed(locked))).toEqual([]);
	});

	it('can be updated by Dependabot: no date is in the way', () => {
		expect(read(`${place}/.npmrc`)).not.toMatch(/^\s*(before|min-release-age)\s*=/m);
	});
});
