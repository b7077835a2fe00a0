/** Hashes by which changes are noticed. */
import { createHash } from 'node:crypto';
import { ownField, type Project } from '../contract';
import { PROJECT_FIELDS } from '../query/itemFormat';
import { MS_PER_SECOND, parseInstant } from '../time';

/** A hash is compared with one earlier hash of the same thing only, so 32 bits are enough. */
const HASH_BYTES = 4;

const VERSION_FIELDS = PROJECT_FIELDS.map(({ name }) => name).sort();

/**
 * The hash of the fields that the specification names (section 2.1). Others do not count: a signed URL differs in every
 * answer. An absent field counts like null, so a service may leave out empty fields in some answers only.
 */
export function versionOf(project: Project): string {
	return hashOf(JSON.stringify(VERSION_FIELDS.map((name) => comparable(project, name))));
}

/** The same time in another notation or time zone is no change. */
function comparable(project: Project, name: string): unknown {
	const value = ownField(project, name);
	const time = name.endsWith('_at') ? parseInstant(value) : undefined;
	return time === undefined ? value : inSeconds(time);
}

/** As version 1.0 hashed it, so that an upgrade sees no change: seconds, and digits without trailing zeros. */
function inSeconds(time: number) {
	const [seconds, digits = ''] = (time / MS_PER_SECOND).toFixed(6).split('.');
	return { seconds: Number(seconds), fraction: digits.replace(/0+$/, '') };
}

/** In base64url. The text is hashed as UTF-16: UTF-8 has the same three bytes for every half of a surrogate pair. */
export function hashOf(text: string): string {
	const hash = createHash('sha256').update(text, 'utf16le').digest();
	return hash.subarray(0, HASH_BYTES).toString('base64url');
}
