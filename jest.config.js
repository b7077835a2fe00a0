const { project } = require('./test/jestProject.js');

const engine = { setupFiles: ['<rootDir>/test/engine/harness/environment.ts'] };

/** @type {import('jest').Config} */
module.exports = {
	// A test that hangs ends; one that is slow because the machine is busy passes.
	testTimeout: 60_000,
	projects: [
		project('unit'),
		project('sandbox'),
		project('engine', engine),
		project('package', engine),
	],
	collectCoverageFrom: ['nodes/**/*.ts', 'credentials/**/*.ts'],
};
