const { expect } = require('expect');
const { bind } = require('jest-each');
const { ModuleMocker } = require('jest-mock');
const { interfaces } = require('mocha');

const { bdd } = interfaces;

/**
 * Gives Mocha the globals of Jest. For each of thousands of mutants Jest would load every test file anew; Mocha loads them once,
 * and then runs those tests that reach the mutant.
 */
interfaces.bdd = (suite) => {
	bdd(suite);
	suite.on('pre-require', (globals) => {
		const { describe, it, before, after } = globals;
		describe.each = bind(describe, false);
		it.each = bind(it, false);
		const jest = new ModuleMocker(globalThis);
		Object.assign(globals, { test: it, beforeAll: before, afterAll: after, expect, jest });
	});
};
