import { createHash } from 'node:crypto';
import { ownField, type Project } from '../contract';
import { PROJECT_FIELDS } from '../query/itemFormat';
import { parseInstant } from '../time';

/** 64 bits: among 100,000 IDs, two share one with a probability of 1 in 3.7 billion. */
export const HASH64_BYTES = 8;

/** Enough for what is compared with one earlier content only. */
export const HASH32_BYTES = 4;

const VERSION_FIELDS = PROJECT_FIELDS.map(({ name }) => name).sort();

/** The hash is in base64url. */
export const hash64 = (text: string) => hashOf(text, HASH64_BYTES);

/** The hash is in base64url, and only to be compared with hashes of the same project's earlier contents. */
export const hash32 = (text: string) => hashOf(text, HASH32_BYTES);

/**
 * Hash of the fields that the specification names (section 2.1). Other fields do not count: a signed URL is another one in every
 * answer. A field that is absent counts like null, as it does wherever fields are read; so services may leave out empty
 * fields in some answers only.
 */
export function versionOf(project: Project): string {
	return hash32(JSON.stringify(VERSION_FIELDS.map((name) => comparable(project, name))));
}

/** The same time in another notation or time zone is no change. */
function comparable(project: Project, name: string): unknown {
	const value = ownField(project, name);
	return name.endsWith('_at') ? (parseInstant(value) ?? value) : value;
}

/** The text is hashed as UTF-16: UTF-8 has the same three bytes for every half of a surrogate pair. */
function hashOf(text: string, bytes: number): string {
	const hash = createHash('sha256').update(text, 'utf16le').digest();
	return hash.subarray(0, bytes).toString('base64url');
}
