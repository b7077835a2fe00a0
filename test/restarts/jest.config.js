const { projects } = require('../../jest.config.js');

/** Starts and stops n8n itself, so it cannot share the one of the other suites. */
/** @type {import('jest').Config} */
module.exports = {
	rootDir: '../..',
	displayName: 'restarts',
	transform: projects[0].transform,
	testEnvironment: 'node',
	testMatch: ['<rootDir>/test/restarts/**/*.test.ts'],
	modulePathIgnorePatterns: [
		'<rootDir>/dist/',
		'<rootDir>/host/node_modules/',
		'<rootDir>/.demo/',
		'<rootDir>/.versions/',
	],
	testTimeout: 300_000,
};
