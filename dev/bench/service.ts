import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Sandbox, SandboxOptions } from '../sandbox';

export type Behavior = Pick<SandboxOptions, 'latencyMs'>;
export type Access = Pick<Sandbox, 'baseUrl' | 'apiKey'>;

export async function startService(projects: number) {
	const file = join(__dirname, 'serviceProcess.ts');
	const child = fork(file, [String(projects)], { execArgv: ['--import', 'tsx'] });
	const exited = once(child, 'exit');
	const ended = exited.then(() => Promise.reject(new Error('The sandbox ended')));
	const answer = async (): Promise<unknown> =>
		(await Promise.race([once(child, 'message'), ended]))[0];
	const access = (await answer()) as Access;
	return {
		access,
		configure: async (behavior: Behavior) => {
			const done = answer();
			child.send(behavior);
			await done;
		},
		stop: async () => {
			if (child.connected) child.disconnect();
			await exited;
		},
	};
}
