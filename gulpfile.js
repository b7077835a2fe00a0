const { rm } = require('node:fs/promises');
const { dest, parallel, src } = require('gulp');

const clean = async () => await rm('dist', { recursive: true, force: true });

/** Icons are binary to gulp: without `encoding: false`, gulp 5 rewrites them as UTF-8. */
const icons = () => src('icons/*.svg', { encoding: false }).pipe(dest('dist/icons'));

/** Codex files and output schemas: what n8n reads beside the compiled nodes. */
const descriptions = () => src('nodes/**/*.json', { base: '.' }).pipe(dest('dist'));

exports.clean = clean;
exports.assets = parallel(icons, descriptions);
