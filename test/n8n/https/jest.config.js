const { project } = require('../../jestProject.js');

/**
 * Starts an n8n that trusts the authorities of these tests.
 * @type {import('jest').Config}
 */
module.exports = project('n8n/https', { testTimeout: 300_000 });
