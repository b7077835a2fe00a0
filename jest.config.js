const { project } = require('./test/jestProject.js');

const engine = { setupFiles: ['<rootDir>/test/engine/harness/environment.ts'] };

/** @type {import('jest').Config} */
module.exports = {
	projects: [
		project('unit'),
		project('sandbox'),
		project('engine', engine),
		project('package', engine),
	],
	collectCoverageFrom: ['nodes/**/*.ts', 'credentials/**/*.ts'],
};
