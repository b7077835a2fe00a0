import { spawn } from 'node:child_process';

const SPINNER = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏';
const SPIN_EVERY_MS = 120;
const REPORT_EVERY_MS = 10_000;
const WATCH_PARENT_EVERY_MS = 1_000;
const LINES_SHOWN_ON_FAILURE = 25;

/** Runs one long command quietly: shows that it is alive, then how long it took, or why it failed. */
export async function run(title, command, args, options = {}) {
	const startedAt = Date.now();
	const showProgress = progress(title, startedAt);
	try {
		await output(command, args, options);
		showProgress.end(`✔ ${title}: done in ${elapsed(startedAt)}`);
	} catch (error) {
		showProgress.end(`✘ ${title}: failed after ${elapsed(startedAt)}`);
		throw error;
	}
}

function progress(title, startedAt) {
	const terminal = process.stdout.isTTY;
	let frame = 0;
	const tick = () => {
		const line = `${title} … ${elapsed(startedAt)}`;
		if (terminal) process.stdout.write(`\r\x1b[K${SPINNER[frame++ % SPINNER.length]} ${line}`);
		else console.log(`  ${line}`);
	};
	if (!terminal) console.log(title);
	const timer = setInterval(tick, terminal ? SPIN_EVERY_MS : REPORT_EVERY_MS);
	return {
		end(line) {
			clearInterval(timer);
			console.log(terminal ? `\r\x1b[K${line}` : line);
		},
	};
}

function elapsed(startedAt) {
	return `${Math.round((Date.now() - startedAt) / 1000)} s`;
}

/** What the command printed; fails with the end of it when the command fails. */
export function output(command, args, options = {}) {
	return new Promise((resolve, reject) => {
		const stdio = ['ignore', 'pipe', 'pipe'];
		const child = spawn(command, args, { ...options, stdio, detached: true });
		const lines = [];
		for (const stream of [child.stdout, child.stderr])
			stream.on('data', (data) => lines.push(data));
		const release = tieTo(child);
		child.once('error', reject);
		child.once('close', (code, signal) => {
			release();
			const printed = Buffer.concat(lines).toString();
			if (code === 0) resolve(printed);
			else if (signal) reject(new Error('Interrupted. The next start begins again.'));
			else reject(new Error(`${command} ${args.join(' ')} failed:\n${tail(printed)}`));
		});
	});
}

function tail(text) {
	return text.trimEnd().split('\n').slice(-LINES_SHOWN_ON_FAILURE).join('\n');
}

/**
 * Takes the child and what it started along when this process is asked to stop, or when its own parent
 * is gone. Without mercy: npm would go on for minutes and then put things back that nobody needs.
 */
function tieTo(child) {
	const parent = process.ppid;
	const stop = () => process.kill(-child.pid, 'SIGKILL');
	const watch = setInterval(() => process.ppid !== parent && stop(), WATCH_PARENT_EVERY_MS);
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
	return () => {
		clearInterval(watch);
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, stop);
	};
}
