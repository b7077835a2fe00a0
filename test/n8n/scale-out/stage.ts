import { prepareCredentials } from '../../../dev/demo/credentials';
import type { Host } from '../../../dev/host/n8n';
import type { WorkflowDraft } from '../../../dev/host/template';
import type { Workflow } from '../../../dev/host/workflows';
import { type Sandbox, startSandbox } from '../../../dev/sandbox';
import { publish } from '../stage';
import { type Cluster, startCluster } from './cluster/cluster';

/** A main instance with two workers, and a service that they are connected to. */
export interface Stage {
	readonly cluster: Cluster;
	readonly workers: ReadonlyMap<string, Host>;
	readonly sandbox: Sandbox;
	publish(draft: WorkflowDraft): Promise<Workflow>;
	close(): Promise<void>;
}

export const WORKERS = ['one', 'two'];

/** @param concurrency executions at once on each worker, at most: what one worker cannot take, the other must */
export async function openStage(projects: number, concurrency: number): Promise<Stage> {
	const cluster = await startCluster();
	const workers = await Promise.all(
		WORKERS.map(async (name) => await cluster.addWorker(name, concurrency)),
	);
	const redirectUris = [`${cluster.main.url}/rest/oauth2-credential/callback`];
	const sandbox = await startSandbox({ projects, seed: 5, redirectUris });
	const credentials = await prepareCredentials(cluster.session, sandbox);
	return {
		cluster,
		workers: new Map(workers.map((worker, index) => [WORKERS[index] ?? '', worker])),
		sandbox,
		publish: async (draft) => await publish(cluster.session, draft, credentials),
		close: async () => {
			await cluster.stop();
			await sandbox.close();
		},
	};
}
