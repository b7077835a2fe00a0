/** From the shortest wait before a retry to the longest of five tries; time limits are longer. */
const WAITS = { fromMs: 200, toMs: 5_000 };

/**
 * For the tests of a file: what the node waits before it tries again, and after a revocation, ends at once. What a test itself is to
 * wait for comes from `node:timers`, which stays as it is.
 */
export function withoutWaits(): void {
	const { setTimeout: start } = globalThis;
	const startSooner = (run: (...rest: unknown[]) => void, ms = 0, ...rest: unknown[]) =>
		start(run, ms >= WAITS.fromMs && ms <= WAITS.toMs ? 0 : ms, ...rest);
	beforeAll(() => void (globalThis.setTimeout = startSooner as typeof setTimeout));
	afterAll(() => void (globalThis.setTimeout = start));
}
