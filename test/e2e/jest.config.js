const { projects } = require('../../jest.config.js');

/**
 * One n8n for all files, which therefore run one after the other.
 * @type {import('jest').Config}
 */
module.exports = {
	rootDir: '../..',
	displayName: 'e2e',
	transform: projects[0].transform,
	testEnvironment: 'node',
	testMatch: ['<rootDir>/test/e2e/**/*.test.ts'],
	modulePathIgnorePatterns: [
		'<rootDir>/dist/',
		'<rootDir>/host/node_modules/',
		'<rootDir>/.demo/',
		'<rootDir>/.versions/',
	],
	globalSetup: '<rootDir>/test/e2e/start-n8n.ts',
	globalTeardown: '<rootDir>/test/e2e/stop-n8n.ts',
	maxWorkers: 1,
	testTimeout: 300_000,
};
