import { createHash } from 'node:crypto';
import type { JsonValue, Project } from '../contract';
import { PROJECT_FIELDS } from '../query/itemFormat';

/** 64 bits: among 100,000 IDs, two share one with a probability of 1 in 3.7 billion. */
export const ID_HASH_BYTES = 8;

/** Enough for what is compared with one earlier content only. */
export const CONTENT_HASH_BYTES = 4;

const VERSION_FIELDS = PROJECT_FIELDS.map(({ name }) => name).sort();

/** In base64url. */
export function idHash(id: string): string {
	return sha256(id).subarray(0, ID_HASH_BYTES).toString('base64url');
}

/** In base64url. Only to be compared with hashes of the same project's earlier contents. */
export function contentHash(text: string): string {
	return sha256(text).subarray(0, CONTENT_HASH_BYTES).toString('base64url');
}

/**
 * Hash of the fields that the specification names (section 2.1). Other fields do not count: a signed URL is another one in every
 * answer. A field that is absent counts like null, as it does wherever fields are read; so services may leave out empty
 * fields in some answers only, and a field that a later version of this package adds here changes no version.
 */
export function versionOf(project: Project): string {
	const fields = VERSION_FIELDS.map((name) => [name, ownField(project, name)] as const);
	return contentHash(
		canonicalJson(Object.fromEntries(fields.filter(([, value]) => value !== null))),
	);
}

/** Null for a field that the service left out, and for names such as "constructor" that every object has. */
export function ownField(project: Project, name: string): JsonValue {
	return Object.hasOwn(project, name) ? (project[name] ?? null) : null;
}

/** The same text for the same content, whatever the order in which the service wrote the fields. */
export function canonicalJson(value: JsonValue): string {
	if (typeof value !== 'object' || value === null) return JSON.stringify(value);
	if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
	const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
	const members = fields.map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`);
	return `{${members.join(',')}}`;
}

function isList(value: object): value is readonly JsonValue[] {
	return Array.isArray(value);
}

/** Of the text as UTF-16: UTF-8 has the same three bytes for every half of a surrogate pair. */
function sha256(text: string): Buffer {
	return createHash('sha256').update(text, 'utf16le').digest();
}
