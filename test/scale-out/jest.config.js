const { projects } = require('../../jest.config.js');

/** @type {import('jest').Config} */
module.exports = {
	rootDir: '../..',
	displayName: 'scale-out',
	transform: projects[0].transform,
	testEnvironment: 'node',
	testMatch: ['<rootDir>/test/scale-out/**/*.test.ts'],
	modulePathIgnorePatterns: [
		'<rootDir>/dist/',
		'<rootDir>/host/node_modules/',
		'<rootDir>/.demo/',
		'<rootDir>/.versions/',
	],
	testTimeout: 300_000,
};
