/** The version of a project's content shows whether anything has changed, kept values show what. */
import { createHash } from 'node:crypto';
import { type JsonValue, ownField, type Project } from '../contract';
import { MS_PER_SECOND, parseInstant } from '../time';
import { PROJECT_FIELDS } from './itemFormat';

const VERSION_FIELDS = PROJECT_FIELDS.map(({ name }) => name).sort();

/** A hash of the specified fields. Others, such as signed URLs, may differ each time. Absent ones count as null. */
export function versionOf(project: Project): string {
	return hashOf(JSON.stringify(VERSION_FIELDS.map((name) => comparable(project, name))));
}

/** The same time in another notation is no change; nor is an upgrade, so it is hashed as version 1.0 did. */
function comparable(project: Project, name: string): unknown {
	const value = ownField(project, name);
	const time = name.endsWith('_at') ? parseInstant(value) : undefined;
	if (time === undefined) return value;
	const [seconds, digits = ''] = (time / MS_PER_SECOND).toFixed(6).split('.');
	return { seconds: Number(seconds), fraction: digits.replace(/0+$/, '') };
}

/** 32 bits, to be compared with one earlier hash. UTF-16: in UTF-8, all halves of surrogate pairs are the same. */
export const hashOf = (text: string) =>
	createHash('sha256').update(text, 'utf16le').digest().subarray(0, 4).toString('base64url');

/** If its JSON has over 100 characters, a hash: then a change is seen, and the earlier value is not known. */
export function keptValue(value: JsonValue): JsonValue {
	const text = JSON.stringify(value);
	return text.length > 100 ? { '#': hashOf(text) } : value;
}

export const isHash = (value: JsonValue) => Object.hasOwn(Object(value) as object, '#');

/** By field, the earlier and the present value of those that differ. `from` is absent where it is not known. */
export function changesIn(project: Project, fields: readonly string[], kept: readonly JsonValue[]) {
	const changed = fields.flatMap((field, index) => {
		const from = kept[index] ?? null;
		const to = ownField(project, field);
		if (JSON.stringify(keptValue(to)) === JSON.stringify(from)) return [];
		return [[field, isHash(from) ? { to } : { from, to }] as const];
	});
	return Object.fromEntries(changed);
}
