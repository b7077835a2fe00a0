const { project } = require('../../jestProject.js');

/**
 * Starts and stops n8n itself, so it cannot share the one of the other suites.
 * @type {import('jest').Config}
 */
module.exports = project('n8n/restarts', { testTimeout: 300_000 });
