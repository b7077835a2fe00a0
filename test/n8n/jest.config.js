const { project } = require('../jestProject.js');

const engine = { setupFilesAfterEnv: ['<rootDir>/test/engine/harness/environment.ts'] };

/**
 * These need a real n8n, database or web stack: `npm run test:n8n` runs the suite, `npm run test:stacks` the stacks, and
 * `npm run test:nightly` all.
 * @type {import('jest').Config}
 */
module.exports = {
	testTimeout: 600_000,
	// Each file has an n8n of its own.
	maxWorkers: 1,
	projects: [project('n8n/suite'), project('n8n/nightly', engine), project('stacks', engine)],
};
