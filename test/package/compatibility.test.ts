import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import measured from '../n8n/versions/results.json';

const readme = readFileSync(join(__dirname, '..', '..', 'README.md'), 'utf8');

/** 2.41 of 2.41.1: the patch is nothing a user goes by. */
const minorOf = (version: string) => version.split('.').slice(0, 2).join('.');

it('the README names the oldest and the newest version of n8n that passed every check', () => {
	const passed = measured
		.filter(({ checks }) => Object.values(checks).every((isPassed) => isPassed))
		.map(({ n8n }) => minorOf(n8n));
	const [, section = ''] = readme.split('## Compatibility');
	expect(section).toContain(`n8n ${passed.at(-1)} or newer, tested up to ${passed[0]},`);
});
