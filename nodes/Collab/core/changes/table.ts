/** The table of known projects, kept as the text in which it is saved: a line of JSON for each project. */
import type { JsonValue } from '../contract';
import { CollabError } from '../errors';

/** What was last seen of a project. */
export interface KnownProject {
	/** `versionOf` its content. */
	readonly version: string;
	/** When it changed last or, without that, was created: seconds since 1970, with fractions; 0 without either. */
	readonly changedAt: number;
	/** The sum of those of `MARKS` that hold. */
	readonly marks: number;
	/** The end of the snapshot since which it is missed, see removal.ts: a second of n8n's clock; null if it was shown. */
	readonly missedAt: number | null;
	/** The values of the kept fields, see values.ts, in their order. Empty where they are not known, or none is kept. */
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

/** How many projects the service may count where the options need all of them. */
export const MAX_PROJECTS = 25_000;

/** The saved projects as JSON in UTF-8: with what n8n adds and escapes, a state stays below 2.5 MB. */
const MAX_BYTES = 1_950_000;

/** Lines are parsed when they are asked for, and written when they change: most polls of a large account are idle. */
export class Table implements Iterable<readonly [id: string, known: KnownProject]> {
	/** The keys are project IDs. */
	private readonly lines: Map<string, string>;
	private hasChanged = false;

	constructor(private readonly text: string) {
		const lines = text === '' ? [] : text.split('\n');
		this.lines = new Map(lines.map((line) => [idIn(line), line]));
	}

	get size(): number {
		return this.lines.size;
	}

	get(id: string): KnownProject | undefined {
		const line = this.lines.get(id);
		return line === undefined ? undefined : knownIn(line);
	}

	set(id: string, { version, changedAt, marks, missedAt, values }: KnownProject): void {
		const line = JSON.stringify([id, version, changedAt, marks, missedAt, ...values]);
		this.hasChanged ||= line !== this.lines.get(id);
		this.lines.set(id, line);
	}

	delete(id: string): void {
		this.hasChanged = true;
		this.lines.delete(id);
	}

	*[Symbol.iterator](): Iterator<readonly [string, KnownProject]> {
		for (const [id, line] of this.lines) yield [id, knownIn(line)];
	}

	forgetBefore(second: number): void {
		for (const [id, { changedAt }] of [...this]) if (changedAt < second) this.delete(id);
	}

	/**
	 * Makes room where the text is too long. The projects that have not changed for longest lose their values or, if not
	 * all projects are needed, are forgotten. Forgotten projects may be delivered again.
	 *
	 * @throws CollabError `tooManyProjects` where all are needed and have no room, even without values
	 */
	makeRoom(areAllNeeded: boolean): void {
		let bytesOver = this.hasChanged ? Buffer.byteLength(this.toText()) - MAX_BYTES : 0;
		if (bytesOver <= 0) return;
		const sizeOf = (id: string) => Buffer.byteLength(this.lines.get(id) ?? '');
		for (const [id, known] of [...this].sort(([, a], [, b]) => a.changedAt - b.changedAt)) {
			bytesOver -= sizeOf(id);
			if (areAllNeeded) this.set(id, { ...known, values: [] });
			else this.delete(id);
			bytesOver += sizeOf(id);
			if (bytesOver <= 0) return;
		}
		throw new CollabError('tooManyProjects', { totalItems: this.size });
	}

	/** The text to save: the one that was read, if nothing has changed. */
	toText(): string {
		return this.hasChanged ? [...this.lines.values()].join('\n') : this.text;
	}
}

/** The project ID in a line, found without parsing the whole line. */
function idIn(line: string): string {
	const id = line.slice(2, line.indexOf('"', 2));
	return line.startsWith('["') && !id.includes('\\') ? id : projectIn(line)[0];
}

function knownIn(line: string): KnownProject {
	const [, version, changedAt, marks, missedAt, ...values] = projectIn(line);
	return { version, changedAt, marks, missedAt, values };
}

type SavedProject = readonly [string, string, number, number, number | null, ...JsonValue[]];

const projectIn = (line: string) => JSON.parse(line) as SavedProject;
