/** The sandbox service in a process of its own, driven by the one that started it. */
import { startSandbox, type Sandbox, type SandboxOptions } from '../sandbox';
import { serve, type Child } from './child';

interface Command {
	readonly behaviour?: Pick<SandboxOptions, 'latencyMs' | 'requestsPerSecond'>;
}

/** Reports the statuses of the requests since the last report. */
export type Service = Child<Pick<Sandbox, 'baseUrl' | 'apiKey'>, Command, readonly number[]>;

void serve(async (options: SandboxOptions) => {
	const sandbox = await startSandbox(options);
	const { baseUrl, apiKey } = sandbox;
	return {
		greeting: { baseUrl, apiKey },
		obey({ behaviour }: Command) {
			const statuses = sandbox.requests.map(({ status }) => status);
			sandbox.clearRequests();
			if (behaviour) sandbox.configure(behaviour);
			return statuses;
		},
		close: async () => await sandbox.close(),
	};
});
