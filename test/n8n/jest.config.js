const { project } = require('../jestProject.js');

const versions = project('n8n/versions');

/**
 * The suites on a real n8n or a real database. Each has a command in package.json, which names it by --selectProjects.
 * @type {import('jest').Config}
 */
module.exports = {
	testTimeout: 600_000,
	projects: [
		project('n8n/hostile'),
		project('n8n/https'),
		project('n8n/postgres', {
			setupFilesAfterEnv: ['<rootDir>/test/engine/harness/environment.ts'],
		}),
		project('n8n/restarts'),
		project('n8n/scale-out'),
		// One n8n for all files, which therefore run one after the other.
		project('n8n/templates', {
			globalSetup: '<rootDir>/test/sharedN8n/start.ts',
			globalTeardown: '<rootDir>/test/sharedN8n/stop.ts',
		}),
		// Against one installation of n8n, which versions/main.mjs names: the tests of its folder, and those of the trigger.
		{
			...versions,
			testMatch: [...versions.testMatch, '<rootDir>/test/n8n/restarts/trigger.test.ts'],
		},
	],
};
