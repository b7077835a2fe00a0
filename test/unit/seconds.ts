/** The time in tests that count in seconds. */
export const msAt = (second: number): number => Date.UTC(2026, 2, 1) + second * 1_000;

export const stampAt = (second: number): string => new Date(msAt(second)).toISOString();
