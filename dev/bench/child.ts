import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** A program in a process of its own, so that neither slows the other down. It greets, then answers each command with a report. */
export interface Child<Greeting, Command extends object, Report> {
	readonly greeting: Greeting;
	command(command: Command): Promise<Report>;
	stop(): Promise<void>;
}

/** @param argument what the program is given, as JSON; {@link serve} reads it */
export async function startChild<Greeting, Command extends object, Report>(
	file: string,
	argument: object,
): Promise<Child<Greeting, Command, Report>> {
	// Jest, too, starts it as a plain program.
	const child = fork(file, [JSON.stringify(argument)], { execArgv: ['--import', 'tsx'] });
	return {
		greeting: await answerOf<Greeting>(child),
		async command(command) {
			const report = answerOf<Report>(child);
			child.send(command);
			return await report;
		},
		async stop() {
			if (child.exitCode !== null || child.signalCode !== null) return;
			const exited = once(child, 'exit');
			child.disconnect();
			await exited;
		},
	};
}

interface Served<Greeting, Command, Report> {
	readonly greeting: Greeting;
	obey(command: Command): Promise<Report> | Report;
	close(): Promise<void>;
}

/** The other side of {@link startChild}: ends when the process that started it does. */
export async function serve<Argument, Greeting, Command, Report>(
	open: (argument: Argument) => Promise<Served<Greeting, Command, Report>>,
): Promise<void> {
	// A Ctrl-C in the terminal reaches the whole group: the parent decides when this ends.
	process.on('SIGINT', () => undefined);
	const served = await open(JSON.parse(process.argv[2] ?? '{}') as Argument);
	process.on('message', (command: Command) => {
		void Promise.resolve(served.obey(command)).then((report) => process.send?.(report));
	});
	process.once('disconnect', () => void served.close());
	process.send?.(served.greeting);
}

async function answerOf<T>(child: ChildProcess): Promise<T> {
	const settled = new AbortController();
	const { signal } = settled;
	try {
		return await Promise.race([
			once(child, 'message', { signal }).then(([message]) => message as T),
			once(child, 'exit', { signal }).then(() => {
				throw new Error('The sandbox ended');
			}),
		]);
	} finally {
		settled.abort();
	}
}
