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
		const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
		const lines = [];
		for (const stream of [child.stdout, child.stderr])
			stream.on('data', (data) => lines.push(data));
		const release = tieTo(child);
		child.once('error', reject);
		child.once('close', (code) => {
			release();
			const printed = Buffer.concat(lines).toString();
			if (code === 0) resolve(printed);
			else reject(new Error(`${command} ${args.join(' ')} failed:\n${tail(printed)}`));
		});
	});
}

function tail(text) {
	return text.trimEnd().split('\n').slice(-LINES_SHOWN_ON_FAILURE).join('\n');
}

/** Takes the child along when this process is asked to stop, or when its own parent is gone. */
function tieTo(child) {
	const parent = process.ppid;
	const stop = () => {
		child.kill('SIGTERM');
		process.exit(1);
	};
	const watch = setInterval(() => process.ppid !== parent && stop(), WATCH_PARENT_EVERY_MS);
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
	return () => {
		clearInterval(watch);
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, stop);
	};
}
