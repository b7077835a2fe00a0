const { join } = require('node:path');

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

/** The tests of one folder of test/, with what they need besides. */
exports.project = (folder, more = {}) => ({
	rootDir: join(__dirname, '..'),
	displayName: folder,
	transform,
	testEnvironment: 'node',
	testMatch: [`<rootDir>/test/${folder}/**/*.test.ts`],
	modulePathIgnorePatterns: [
		'<rootDir>/dist/',
		'<rootDir>/coverage/',
		'<rootDir>/dev/[^/]+/node_modules/',
		'<rootDir>/.demo/',
		'<rootDir>/.versions/',
	],
	...more,
});
