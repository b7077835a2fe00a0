const transform = {
	'^.+\\.ts$': [
		'@swc/jest',
		{
			jsc: {
				target: 'es2022',
				parser: { syntax: 'typescript', decorators: true },
			},
			module: { type: 'commonjs' },
		},
	],
};

const project = (displayName, folder, more = {}) => ({
	displayName,
	transform,
	testEnvironment: 'node',
	testMatch: [`<rootDir>/test/${folder}/**/*.test.ts`],
	modulePathIgnorePatterns: [
		'<rootDir>/dist/',
		'<rootDir>/host/',
		'<rootDir>/.demo/',
		'<rootDir>/.versions/',
	],
	...more,
});

const engine = { setupFiles: ['<rootDir>/test/engine/harness/environment.ts'] };

/** @type {import('jest').Config} */
module.exports = {
	projects: [
		project('unit', 'unit'),
		project('sandbox', 'sandbox'),
		project('engine', 'engine', engine),
		project('package', 'package', engine),
	],
	collectCoverageFrom: ['nodes/**/*.ts', 'credentials/**/*.ts'],
};
