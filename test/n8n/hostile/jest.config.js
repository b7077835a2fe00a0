const { project } = require('../../jestProject.js');

/**
 * Measures the memory of an n8n of its own.
 * @type {import('jest').Config}
 */
module.exports = project('n8n/hostile', { testTimeout: 300_000 });
