const { projects } = require('../../jest.config.js');

/**
 * One n8n for all files, which therefore run one after the other.
 * @type {import('jest').Config}
 */
module.exports = {
	rootDir: '../..',
	displayName: 'templates',
	transform: projects[0].transform,
	testEnvironment: 'node',
	testMatch: ['<rootDir>/test/templates/**/*.test.ts'],
	modulePathIgnorePatterns: [
		'<rootDir>/dist/',
		'<rootDir>/host/node_modules/',
		'<rootDir>/.demo/',
		'<rootDir>/.versions/',
	],
	globalSetup: '<rootDir>/test/templates/start-n8n.ts',
	globalTeardown: '<rootDir>/test/templates/stop-n8n.ts',
	maxWorkers: 1,
	testTimeout: 120_000,
};
