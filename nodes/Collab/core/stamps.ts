/** Stamps that nobody can read must not pass for rows without a time: a filter or a trigger would be silent for ever. */
import { ownField, type Row } from './contract';
import { CollabError } from './errors';
import { parseInstant } from './time';

/** Fails where rows have values in that field and none of them is a time. It quotes the notation, not the value. */
export function assertStampsReadable(rows: readonly Row[], field: string): void {
	const values = rows.map((row) => ownField(row, field)).filter((value) => value !== null);
	if (values.length === 0 || values.some((value) => parseInstant(value) !== undefined)) return;
	const [value] = values;
	const text = typeof value === 'string' ? value : JSON.stringify(value);
	const found = text.slice(0, 40).replace(/\p{N}/gu, '0').replace(/\p{L}/gu, 'A');
	throw new CollabError('stampsUnreadable', { label: field, found });
}
