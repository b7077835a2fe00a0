/** The table of known projects: plain data, and the text in which it is saved, a line of JSON for each project. */
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
	/** The second of n8n's clock in which a full reading first missed it; null while it is there. */
	readonly missedAt: number | null;
	/** The watched values. The list is empty where they are not known. */
	readonly values: readonly JsonValue[];
}

/** Bits, which are saved: a mark keeps its bit for ever, and a new one takes the next that is free. */
export const MARKS = {
	becameOverdue: 1,
	dueSoon: 2,
	becameStale: 4,
	/** Status and Filters included it when it was last read. */
	included: 8,
	/** Nothing has shown the project since the last snapshot began. */
	unseen: 16,
} as const;

/** A known project as it is saved: its ID, version, time of change, marks, time when it was missed, and values. */
export type SavedProject = readonly [string, string, number, number, number | null, ...JsonValue[]];

const BARE = 5;

export const savedOf = (id: string, known: KnownProject): SavedProject => {
	const { version, changedAt, marks, missedAt, values } = known;
	return [id, version, changedAt, marks, missedAt, ...values];
};

export const knownOf = (saved: SavedProject): KnownProject => ({
	version: saved[1],
	changedAt: saved[2],
	marks: saved[3],
	missedAt: saved[4],
	values: saved.slice(BARE),
});

/** How many projects may be known where the options need all of them. */
export const MAX_PROJECTS = 25_000;

/** The saved projects as JSON in UTF-8. */
const MAX_BYTES = 1_950_000;

/** @throws CollabError `stateUnreadable` */
export const projectsIn = (text: string): readonly SavedProject[] =>
	text === '' ? [] : text.split('\n').map(projectIn);

function projectIn(line: string): SavedProject {
	let saved: unknown;
	try {
		saved = JSON.parse(line);
	} catch {
		saved = undefined;
	}
	if (isSavedProject(saved)) return saved;
	throw new CollabError('stateUnreadable');
}

/** Most lines need not be understood for it. */
function idIn(line: string): string {
	const id = line.slice(2, line.indexOf('"', 2));
	return line.startsWith('["') && !id.includes('\\') ? id : projectIn(line)[0];
}

function isSavedProject(saved: unknown): saved is SavedProject {
	if (!Array.isArray(saved)) return false;
	const [id, version, changedAt, marks, missedAt] = saved as readonly unknown[];
	const isNamed = typeof id === 'string' && typeof version === 'string';
	const isMissedAt = missedAt === null || typeof missedAt === 'number';
	return isNamed && typeof changedAt === 'number' && typeof marks === 'number' && isMissedAt;
}

/** What did not change in a poll is neither built anew nor written out: most polls of a large account are idle. */
export class Table implements Iterable<readonly [id: string, known: KnownProject]> {
	/** As they were before the poll. */
	private readonly saved: ReadonlyMap<string, string>;

	/** Those that the poll has changed; undefined where it has taken them out. */
	private readonly changed = new Map<string, KnownProject | undefined>();

	size: number;

	constructor(private readonly text: string) {
		const lines = text === '' ? [] : text.split('\n');
		this.saved = new Map(lines.map((line) => [idIn(line), line]));
		this.size = this.saved.size;
	}

	/** As it was before the poll. */
	before(id: string): KnownProject | undefined {
		const line = this.saved.get(id);
		return line === undefined ? undefined : knownOf(projectIn(line));
	}

	get(id: string): KnownProject | undefined {
		return this.changed.has(id) ? this.changed.get(id) : this.before(id);
	}

	set(id: string, known: KnownProject): void {
		const current = this.get(id);
		if (!current) this.size++;
		else if (JSON.stringify(savedOf(id, current)) === JSON.stringify(savedOf(id, known))) return;
		this.changed.set(id, known);
	}

	delete(id: string): void {
		if (this.get(id)) this.size--;
		this.changed.set(id, undefined);
	}

	*[Symbol.iterator](): Iterator<readonly [string, KnownProject]> {
		for (const id of this.saved.keys()) {
			const known = this.get(id);
			if (known) yield [id, known];
		}
		for (const [id, known] of this.changed) if (known && !this.saved.has(id)) yield [id, known];
	}

	/** @throws CollabError `tooManyProjects`, see `textOf` */
	toText(needsAll: boolean): string {
		if (this.changed.size === 0) return this.text;
		return textOf(
			Array.from(this, ([id, known]) => savedOf(id, known)),
			needsAll,
		);
	}
}

/**
 * What of the projects is saved. Where not all has room, those unchanged longest lose their values or, if not all are
 * needed, are left out.
 *
 * @throws CollabError `tooManyProjects` where all are needed and have no room, even without values
 */
export function textOf(projects: readonly SavedProject[], needsAll: boolean): string {
	const rows = projects.map((saved) => ({ saved, json: JSON.stringify(saved) }));
	let bytes = rows.reduce((sum, { json }) => sum + sizeOf(json), 0);
	if (bytes > MAX_BYTES) {
		for (const row of [...rows].sort((a, b) => a.saved[2] - b.saved[2])) {
			if (bytes <= MAX_BYTES) break;
			const bare = needsAll ? JSON.stringify(row.saved.slice(0, BARE)) : '';
			bytes -= sizeOf(row.json) - sizeOf(bare);
			row.json = bare;
		}
		if (bytes > MAX_BYTES) throw new CollabError('tooManyProjects', { totalItems: rows.length });
	}
	return rows.flatMap(({ json }) => json || []).join('\n');
}

/** With the line break behind it. */
const sizeOf = (json: string) => (json === '' ? 0 : Buffer.byteLength(json) + 1);
