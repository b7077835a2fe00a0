const { project } = require('../jestProject.js');

/** @type {import('jest').Config} */
module.exports = project('scale-out', { testTimeout: 300_000 });
