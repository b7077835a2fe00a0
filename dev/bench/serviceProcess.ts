/** The sandbox service in a process of its own, driven by the one that started it. */
import { startSandbox, type SandboxOptions } from '../sandbox';
import { serve } from './child';
import type { Command, Report } from './service';

void serve(async (options: SandboxOptions) => {
	const sandbox = await startSandbox(options);
	const { baseUrl, apiKey } = sandbox;
	return {
		greeting: { baseUrl, apiKey },
		obey({ behaviour }: Command): Report {
			const statuses = sandbox.requests.map(({ status }) => status);
			sandbox.clearRequests();
			if (behaviour) sandbox.configure(behaviour);
			return statuses;
		},
		close: async () => await sandbox.close(),
	};
});
