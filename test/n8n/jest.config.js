const { project } = require('../jestProject.js');

/**
 * These need a real n8n or a real database: `npm run test:n8n` runs the suite, `npm run test:nightly` the rest.
 * @type {import('jest').Config}
 */
module.exports = {
	testTimeout: 600_000,
	// Each file has an n8n of its own.
	maxWorkers: 1,
	projects: [
		project('n8n/suite'),
		project('n8n/nightly', {
			setupFilesAfterEnv: ['<rootDir>/test/engine/harness/environment.ts'],
		}),
	],
};
