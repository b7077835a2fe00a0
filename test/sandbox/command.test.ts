/** The command line, and who reaches the service. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import axios from 'axios';
import { start } from './application';

it('npm run sandbox says how to get in, and ends on Ctrl-C without a word', async () => {
	const main = join(__dirname, '..', '..', 'dev', 'sandbox', 'main.ts');
	const options = ['--port', '0', '--projects', '12'];
	const child = spawn(process.execPath, ['--import', 'tsx', main, ...options]);
	const [ended, complaints] = [once(child, 'exit'), text(child.stderr)];
	let printed = '';
	for await (const chunk of child.stdout)
		if (/Projects +12\n/.test((printed += String(chunk)))) break;
	const valueOf = (label: string) => new RegExp(`${label} +(\\S+)`).exec(printed)?.[1];
	const headers = { 'X-API-Key': valueOf('API key') };
	const { data } = await axios.get<object>(`${valueOf('Base URL')}/projects`, { headers });
	expect(data).toMatchObject({ pagination: { total_items: 12 } });
	child.kill('SIGINT');
	expect([await ended, await complaints]).toEqual([[0, null], '']);
});

it('the service listens on loopback alone', async () => {
	const { sandbox } = await start();
	await expect(axios.get(sandbox.url.replace('127.0.0.1', '127.0.0.2'))).rejects.toThrow(/REFUSED/);
});
