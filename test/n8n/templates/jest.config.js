const { project } = require('../../jestProject.js');

/**
 * One n8n for all files, which therefore run one after the other.
 * @type {import('jest').Config}
 */
module.exports = project('n8n/templates', {
	globalSetup: '<rootDir>/test/e2e/start-n8n.ts',
	globalTeardown: '<rootDir>/test/e2e/stop-n8n.ts',
	maxWorkers: 1,
	testTimeout: 120_000,
});
