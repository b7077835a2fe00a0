import { type Sandbox, type SandboxOptions, startSandbox } from '../dev/sandbox';

export type { ProjectRecord, ProjectStore, Sandbox } from '../dev/sandbox';

const open: Sandbox[] = [];

/** It runs until the tests of the file have ended: one that stays open keeps Jest alive. */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
	const sandbox = await startSandbox(options);
	open.push(sandbox);
	return sandbox;
}

afterAll(async () => await Promise.all(open.map((sandbox) => sandbox.close())));
