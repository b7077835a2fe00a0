/** The number of values must be odd. */
export function median(values: readonly number[]): number {
	return [...values].sort((a, b) => a - b)[(values.length - 1) / 2] ?? NaN;
}
