/** Stamps in a notation that cannot be read. */
import { ownField, type Row } from './contract';
import { CollabError } from './errors';
import { parseInstant } from './time';

/** @throws CollabError `stampsUnreadable` where rows have values in that field, and none of them can be read */
export function assertStampsReadable(rows: readonly Row[], field: string): void {
	const values = rows.map((row) => ownField(row, field)).filter((value) => value !== null);
	const [first] = values;
	if (first === undefined || values.some((value) => parseInstant(value))) return;
	const text = typeof first === 'object' ? JSON.stringify(first) : String(first);
	const found = text.replace(/\d/g, '0').replace(/[a-z]/gi, 'A').slice(0, 50);
	throw new CollabError('stampsUnreadable', { label: field, found });
}
