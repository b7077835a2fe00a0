const { project } = require('../../jestProject.js');

/** @type {import('jest').Config} */
module.exports = project('n8n/scale-out', { testTimeout: 300_000 });
