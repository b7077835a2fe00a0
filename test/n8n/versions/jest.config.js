const { project } = require('../../jestProject.js');

/**
 * Runs against one installation of n8n, which main.mjs names.
 * @type {import('jest').Config}
 */
module.exports = project('n8n/versions', { maxWorkers: 1, testTimeout: 240_000 });
