const { project } = require('./test/jestProject.js');

/**
 * Looking up a global takes long in Jest; a random history takes half of the time with these. Tests may replace their methods,
 * such as Date.now, but not themselves.
 */
const unit = {
	sandboxInjectedGlobals: [
		...['Array', 'Date', 'Error', 'Infinity', 'Intl', 'JSON', 'Map', 'Math', 'Number'],
		...['Object', 'Promise', 'RegExp', 'Set', 'String', 'Symbol', 'Uint8Array'],
	],
};
const engine = { setupFilesAfterEnv: ['<rootDir>/test/engine/harness/environment.ts'] };

/** @type {import('jest').Config} */
module.exports = {
	// A test that hangs ends; one that takes 5 s on an idle machine passes on a busy one, too.
	testTimeout: 300_000,
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
