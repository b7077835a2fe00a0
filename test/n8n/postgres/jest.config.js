const { project } = require('../../jestProject.js');

/** @type {import('jest').Config} */
module.exports = project('n8n/postgres', {
	setupFiles: ['<rootDir>/test/engine/harness/environment.ts'],
	testTimeout: 600_000,
});
