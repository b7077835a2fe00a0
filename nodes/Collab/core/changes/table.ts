/** The table of known projects: plain data, and how it is saved. */
import type { JsonValue } from '../contract';
import { CollabError } from '../errors';

/** What was last seen of a project. */
export interface KnownProject {
	/** `versionOf` its content. */
	readonly version: string;
	/** When it changed last or, where the service leaves that out, was created: seconds since 1970; 0 without either. */
	readonly changedAt: number;
	/** The sum of those of `MARKS` that hold. */
	readonly marks: number;
	/** The second of n8n's clock in which a look first missed it; null while it is there. */
	readonly missedAt: number | null;
	/** The watched values. The list is empty where they are not known. */
	readonly values: readonly JsonValue[];
}

/** Bits. */
export const MARKS = {
	becameOverdue: 1,
	dueSoon: 2,
	becameStale: 4,
	/** Status and Filters included it when it was last read. */
	included: 8,
	/** Nothing has shown the project since the last snapshot began. */
	unseen: 16,
} as const;

/** The keys are project IDs. */
export type Table = Map<string, KnownProject>;

/** A known project as it is saved: its ID, version, time of change, marks, time when it was missed, and values. */
export type SavedProject = readonly [string, string, number, number, number | null, ...JsonValue[]];

/** How many projects may be known where the options need all of them. */
export const MAX_PROJECTS = 25_000;

/** The saved projects as JSON in UTF-8. With the rest of the state it stays under 2 MB. */
const MAX_BYTES = 1_950_000;

export const tableFrom = (saved: readonly SavedProject[]): Table =>
	new Map(
		saved.map(([id, version, changedAt, marks, missedAt, ...values]) => {
			return [id, { version, changedAt, marks, missedAt, values }];
		}),
	);

/**
 * What of the table is saved. Where not all has room, the projects unchanged longest lose their values or, if not
 * all are needed, are left out.
 *
 * @throws CollabError `tooManyProjects` where all are needed and have no room, even without values
 */
export function savedFrom(table: Table, needsAll: boolean): readonly SavedProject[] {
	const oldestFirst = [...table]
		.map(([id, { version, changedAt, marks, missedAt, values }]): SavedProject => {
			return [id, version, changedAt, marks, missedAt, ...values];
		})
		.sort(([, , a], [, , b]) => a - b);
	let saved = oldestFirst;
	for (let cut = 0; bytesOf(saved) > MAX_BYTES; ) {
		if (cut === table.size) throw new CollabError('tooManyProjects', { totalItems: cut });
		cut = Math.min(table.size, Math.ceil(1.2 * (cut + 100)));
		const bare = oldestFirst.slice(0, cut).map(([id, version, changedAt, marks, missedAt]) => {
			return [id, version, changedAt, marks, missedAt] as const;
		});
		saved = [...(needsAll ? bare : []), ...oldestFirst.slice(cut)];
	}
	return saved;
}

const bytesOf = (saved: readonly SavedProject[]) => Buffer.byteLength(JSON.stringify(saved));
