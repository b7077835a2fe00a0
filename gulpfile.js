const { rm } = require('node:fs/promises');
const { dest, parallel, src, watch } = require('gulp');

/** `npm run dev` builds into the package that its n8n has installed. */
const { DIST = 'dist' } = process.env;

const clean = async () => await rm('dist', { recursive: true, force: true });

/** Icons are binary to gulp: without `encoding: false`, gulp 5 rewrites them as UTF-8. */
const icons = () => src('icons/*.svg', { encoding: false }).pipe(dest(`${DIST}/icons`));

/** Codex files and output schemas: what n8n reads beside the compiled nodes. */
const descriptions = () => src('nodes/**/*.json', { base: '.' }).pipe(dest(DIST));

exports.clean = clean;
exports.assets = parallel(icons, descriptions);
exports.watch = () => watch(['icons/*.svg', 'nodes/**/*.json'], exports.assets);
