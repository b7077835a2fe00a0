const { projects } = require('../../jest.config.js');

/** Runs against one installation of n8n, which main.mjs names. */
/** @type {import('jest').Config} */
module.exports = {
	rootDir: '../..',
	displayName: 'versions',
	transform: projects[0].transform,
	testEnvironment: 'node',
	testMatch: ['<rootDir>/test/versions/**/*.test.ts'],
	modulePathIgnorePatterns: [
		'<rootDir>/dist/',
		'<rootDir>/host/node_modules/',
		'<rootDir>/.demo/',
		'<rootDir>/.versions/',
	],
	maxWorkers: 1,
	testTimeout: 240_000,
};
