const WHOLE_SECONDS_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const FRACTION = /\.(\d+)/;
const MILLISECOND_DIGITS = 3;

/**
 * A string whose code-unit order is the order of the field: names as they are, timestamps as instants.
 * null where there is no value.
 */
export function sortKeyOf(
	value: unknown,
	field: 'updated_at' | 'created_at' | 'name',
): string | null {
	if (typeof value !== 'string') return null;
	return field === 'name' ? value : instantKey(value);
}

/** Two spellings of one instant (offset, fraction of any length) share a key; no date at all keeps its text. */
function instantKey(timestamp: string): string {
	if (WHOLE_SECONDS_UTC.test(timestamp)) return `${timestamp.slice(0, -1)}.000`;
	const instantMs = Date.parse(timestamp);
	if (Number.isNaN(instantMs)) return timestamp;
	const digitsBelowMs = FRACTION.exec(timestamp)?.[1]?.slice(MILLISECOND_DIGITS) ?? '';
	return new Date(instantMs).toISOString().slice(0, -1) + digitsBelowMs.replace(/0+$/, '');
}
