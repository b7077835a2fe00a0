/** The sandbox service in a process of its own, driven by the one that started it. */
import { startSandbox, type Sandbox, type SandboxOptions } from '../sandbox';
import { serve, type Child } from './child';

type Command = Pick<SandboxOptions, 'latencyMs'>;

export type Service = Child<Pick<Sandbox, 'baseUrl' | 'apiKey'>, Command, boolean>;

void serve(async (options: SandboxOptions) => {
	const sandbox = await startSandbox(options);
	const { baseUrl, apiKey } = sandbox;
	return {
		greeting: { baseUrl, apiKey },
		obey(behavior: Command) {
			sandbox.clearRequests();
			sandbox.configure(behavior);
			return true;
		},
		close: async () => await sandbox.close(),
	};
});
