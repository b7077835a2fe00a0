import { startSandbox } from '../../dev/sandbox';
import type { Sandbox, SandboxOptions } from '../../dev/sandbox';

const open: Sandbox[] = [];

/** A sandbox that closes after the test, whether it passes or fails: one that stays open keeps Jest alive. */
export async function startForTest(options: SandboxOptions = {}): Promise<Sandbox> {
	const sandbox = await startSandbox(options);
	open.push(sandbox);
	return sandbox;
}

afterEach(async () => void (await Promise.all(open.splice(0).map((sandbox) => sandbox.close()))));
