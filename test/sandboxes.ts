import { type Sandbox, type SandboxOptions, startSandbox } from '../dev/sandbox';
import { SEEDED_DAY_MS } from './random';

export type { ProjectRecord, ProjectStore, Sandbox } from '../dev/sandbox';

const open: Sandbox[] = [];

/** It runs until the tests of the file have ended: one that stays open keeps Jest alive. */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
	const sandbox = await startSandbox({ todayMs: SEEDED_DAY_MS, ...options });
	open.push(sandbox);
	return sandbox;
}

afterAll(async () => await Promise.all(open.map((sandbox) => sandbox.close())));
