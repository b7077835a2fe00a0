// An odd factor permutes the numbers below a power of two: every number its own id, and ids out of order.
const ID_BITS = 40n;
const ODD_FACTOR = 0x9e3779b97fn;
const SEED_STRIDE = 0x5851f42d4cn;

/** The id of the n-th project of a seed. Never the same for two numbers, and not in the order of creation. */
export function projectId(seed: number, number: number): string {
	const scattered = BigInt(number) * ODD_FACTOR + BigInt(seed) * SEED_STRIDE;
	return `proj_${BigInt.asUintN(Number(ID_BITS), scattered).toString(36).padStart(8, '0')}`;
}
