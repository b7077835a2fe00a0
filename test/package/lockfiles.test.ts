import { read } from './repository';

interface Locked {
	readonly resolved?: string;
	readonly integrity?: string;
	readonly optionalDependencies?: object;
}

describe.each(['.', 'dev/host', 'dev/review'])('the lockfile in %s', (place) => {
	const lockfile = JSON.parse(read(`${place}/package-lock.json`)) as {
		packages: Readonly<Record<string, Locked>>;
	};
	const packages = Object.entries(lockfile.packages);

	it('holds the optional packages of every system, not only of the one that made it', () => {
		const locked = packages.map(([path]) => path.split('node_modules/').at(-1));
		const optional = packages.flatMap(([, one]) => Object.keys(one.optionalDependencies ?? {}));
		expect(optional.length).toBeGreaterThan(20);
		expect(optional.filter((name) => !locked.includes(name))).toEqual([]);
	});

	it('names the content of each package, and no place to get it from', () => {
		const [, ...others] = packages;
		expect(others.length).toBeGreaterThan(100);
		const hash = expect.stringMatching(/^sha512-/) as string;
		for (const [, { integrity, resolved }] of others)
			expect({ integrity, resolved }).toEqual({ integrity: hash, resolved: undefined });
	});

	it('can be updated by Dependabot: no date is in the way', () => {
		expect(read(`${place}/.npmrc`)).not.toMatch(/^\s*(before|min-release-age)\s*=/m);
	});
});
