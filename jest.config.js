const { project } = require('./test/jestProject.js');

/**
 * Looking up a global takes long in Jest; a random history takes two thirds of the time with these. Date is not among them:
 * tests replace it.
 */
const unit = {
	sandboxInjectedGlobals: ['Array', 'JSON', 'Map', 'Math', 'Number', 'Object', 'Set', 'String'],
};
const engine = { setupFiles: ['<rootDir>/test/engine/harness/environment.ts'] };

/** @type {import('jest').Config} */
module.exports = {
	// A test that hangs ends; one that is slow because the machine is busy passes.
	testTimeout: 60_000,
	// Jest leaves one core idle otherwise, of two.
	maxWorkers: '100%',
	projects: [
		project('unit', unit),
		project('sandbox'),
		project('engine', engine),
		project('package', engine),
	],
	collectCoverageFrom: ['nodes/**/*.ts', 'credentials/**/*.ts'],
};
