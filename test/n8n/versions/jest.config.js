const { project } = require('../../jestProject.js');

const versions = project('n8n/versions', { maxWorkers: 1, testTimeout: 240_000 });

/**
 * Runs against one installation of n8n, which main.mjs names: the tests of this folder, and those of the trigger.
 * @type {import('jest').Config}
 */
module.exports = {
	...versions,
	testMatch: [...versions.testMatch, '<rootDir>/test/n8n/restarts/trigger.test.ts'],
};
