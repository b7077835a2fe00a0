/** The sandbox service in a process of its own, driven by the one that started it. */
import { startSandbox } from '../sandbox';
import type { Command, Report } from './service';

async function serve(projects: number): Promise<void> {
	const sandbox = await startSandbox({ projects });
	process.on('message', ({ behaviour }: Command) => {
		const statuses = sandbox.requests.map(({ status }) => status);
		sandbox.clearRequests();
		if (behaviour) sandbox.configure(behaviour);
		send({ statuses });
	});
	process.once('disconnect', () => void sandbox.close());
	const { baseUrl, apiKey } = sandbox;
	send({ baseUrl, apiKey });
}

function send(message: Report | { baseUrl: string; apiKey: string }): void {
	process.send?.(message);
}

// A Ctrl-C in the terminal reaches the whole group: the parent decides when this ends.
process.on('SIGINT', () => undefined);
void serve(Number(process.argv[2]));
