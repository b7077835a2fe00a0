/** The sandbox service in a process of its own, so that neither slows the other down; service.ts starts it. */
import { startSandbox } from '../sandbox';
import type { Behavior } from './service';

async function serve(projects: number): Promise<void> {
	// A Ctrl-C in the terminal reaches the whole group: the parent decides when this ends.
	process.on('SIGINT', () => undefined);
	const sandbox = await startSandbox({ projects });
	process.on('message', (behavior: Behavior) => {
		sandbox.clearRequests();
		sandbox.configure(behavior);
		process.send?.('done');
	});
	process.once('disconnect', () => void sandbox.close());
	process.send?.({ baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey });
}

void serve(Number(process.argv[2]));
