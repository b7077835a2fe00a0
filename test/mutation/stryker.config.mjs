/** `npm run mutation`: changes core/ in thousands of small ways, one at a time, and lists those that no unit test notices. */
export default {
	mutate: ['nodes/Collab/core/**/*.ts'],
	testRunner: 'mocha',
	mochaOptions: {
		spec: ['test/unit/**/*.test.ts'],
		// They take seconds for each mutant; what they notice, a small example should notice as well.
		ignore: ['test/unit/**/*.{random,large}.test.ts'],
		require: ['tsx/cjs', './test/sourceBeforeJson.ts', './test/mutation/jestGlobals.js'],
	},
	coverageAnalysis: 'perTest',
	ignoreStatic: true,
	concurrency: 2,
	allowConsoleColors: false,
	reporters: ['progress-append-only', 'clear-text', 'json'],
	clearTextReporter: { reportTests: false, allowColor: false },
	jsonReporter: { fileName: 'coverage/mutation.json' },
	tempDirName: 'coverage/mutation',
	ignorePatterns: ['dev/host', 'dist', 'coverage', '.demo', '.versions'],
};
