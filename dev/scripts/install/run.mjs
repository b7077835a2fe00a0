import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs one long command, which shows by itself what it does. */
export async function run(title, command, args, options = {}) {
	console.log(title);
	const child = spawn(command, args, { ...options, stdio: 'inherit' });
	const [code, signal] = await once(child, 'exit');
	if (signal) throw new Error('Interrupted. The next start begins again.');
	if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed`);
}

/** Says in one line why it failed. */
export async function attempt(action) {
	try {
		return await action();
	} catch (error) {
		console.error(`\n${error.message}`);
		process.exitCode = 1;
	}
}
