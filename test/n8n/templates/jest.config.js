const { project } = require('../../jestProject.js');

/**
 * One n8n for all files, which therefore run one after the other.
 * @type {import('jest').Config}
 */
module.exports = project('n8n/templates', {
	globalSetup: '<rootDir>/test/sharedN8n/start.ts',
	globalTeardown: '<rootDir>/test/sharedN8n/stop.ts',
	maxWorkers: 1,
	testTimeout: 120_000,
});
