/**
 * Loaded into n8n: SIGUSR2 frees all memory that can be freed. A run after it begins with the same
 * memory as any other, and its peak does not depend on what was left over from the start or other runs.
 */
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
process.on('SIGUSR2', () => collect({ type: 'major', execution: 'sync', flavor: 'last-resort' }));
