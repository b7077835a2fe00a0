/** Project Removed: the projects that exist as far as was read, so that one that is gone is noticed and can be named. */
import type { JsonValue, Project } from '../contract';
import { isIncluded, removalOf } from './events';
import { ownField } from './hash';
import type { Change, ChangeOptions } from './options';

export interface SavedKnownProjects {
	/** Status and Filters by which it was noted which projects they include. */
	readonly inclusion: string;
	readonly count: number;
	/** How many projects the service counts beyond those that it lists. */
	readonly surplus: number;
	/** The same as of the last list; it is believed when two lists in a row give it. */
	readonly lastSurplus: number;
	/** JSON of the projects, each as an `Entry`. One text, which is read only when something may have changed. */
	readonly projects: string;
	/** JSON of the projects removed within Look Back: their IDs and this machine's clock then, in milliseconds. */
	readonly removed: string;
}

type Entry = readonly [
	id: string,
	name: JsonValue,
	status: JsonValue,
	/** Whether Status and Filters include it, as 0 or 1. */
	isIncluded: number,
	/** This machine's clock when it was first seen, in milliseconds: left out of those that are older than Look Back. */
	appearedAtMs?: number,
];

type KnownOptions = Pick<
	ChangeOptions,
	'events' | 'status' | 'matches' | 'inclusion' | 'lookBackMs'
>;

/** Names are shown to people: of a longer one, this much is kept. */
const MAX_NAME_LENGTH = 250;

const EMPTY = {
	inclusion: '',
	count: 0,
	surplus: 0,
	lastSurplus: 0,
	projects: '[]',
	removed: '[]',
};

/**
 * A replica that lags shows a new project later than others do, and a removed one longer. So for as long as Look Back after a
 * project appeared or was removed, answers that say the opposite are not believed, and asked for again.
 */
export class KnownProjects {
	private entries: Map<string, Entry> | undefined;

	private removed: Map<string, number> | undefined;

	private listed = new Set<string>();

	private hasListedNew = false;

	private constructor(
		readonly isNeeded: boolean,
		private saved: SavedKnownProjects | undefined,
		private readonly options: KnownOptions,
		private readonly nowMs: number,
	) {}

	/** What is damaged is read anew: what was removed meanwhile is not delivered. */
	static open(saved: unknown, options: KnownOptions, nowMs: number): KnownProjects {
		const isNeeded = options.events.includes('removed');
		const known = isNeeded && isSaved(saved) ? saved : undefined;
		return new KnownProjects(isNeeded, known, options, nowMs);
	}

	get size(): number {
		return this.entries?.size ?? this.saved?.count ?? 0;
	}

	/** Whether all projects have yet to be read for the first time. */
	get isNew(): boolean {
		return this.isNeeded && this.saved === undefined;
	}

	/** Whether all projects have to be read, since others exist than are known. */
	isDue(totalItems: number): boolean {
		const { saved, isNeeded } = this;
		if (!isNeeded) return false;
		if (!saved || saved.inclusion !== this.options.inclusion) return true;
		return this.size + saved.surplus !== totalItems;
	}

	/** A project that was read, as it is now. */
	note(project: Project): void {
		if (!this.saved || this.wasRemoved(project.id)) return;
		const before = this.open().get(project.id);
		const appearedAtMs = before ? before[4] : this.nowMs;
		this.open().set(project.id, this.entryOf(project, appearedAtMs));
	}

	startList(): void {
		this.listed = new Set();
		this.hasListedNew = false;
	}

	/** The same for a project of a list of all projects. */
	noteListed(project: Project): void {
		if (!this.isNeeded) return;
		this.listed.add(project.id);
		if (this.wasRemoved(project.id)) return;
		const before = this.open().get(project.id);
		const isFirstSeen = !before && !this.isNew;
		this.hasListedNew ||= isFirstSeen;
		this.open().set(project.id, this.entryOf(project, isFirstSeen ? this.nowMs : before?.[4]));
	}

	/** Those that the list did not have, and that are known for longer than Look Back. */
	endList(totalItems: number): Change[] {
		if (!this.isNeeded) return [];
		const gone = [...this.open().values()].filter(
			([id, , , , appearedAtMs]) => !this.listed.has(id) && !this.isRecent(appearedAtMs),
		);
		for (const [id] of gone) {
			this.open().delete(id);
			this.recentlyRemoved().set(id, this.nowMs);
		}
		this.saved = { ...(this.saved ?? EMPTY), ...this.surplusAfter(totalItems, gone.length > 0) };
		return gone
			.filter(([, , , isShown]) => isShown === 1)
			.map(([id, name, status]) => removalOf({ id, name, status }));
	}

	toSaved(): SavedKnownProjects | undefined {
		const { saved, entries } = this;
		if (!saved || !entries) return saved;
		const projects = [...entries.values()].map((entry) => this.savedEntry(entry));
		const recent = [...this.recentlyRemoved()].filter(([, atMs]) => this.isRecent(atMs));
		return {
			...saved,
			count: entries.size,
			projects: JSON.stringify(projects),
			removed: JSON.stringify(recent),
		};
	}

	/** A count that two lists in a row do not bear out is wrong, and no sign of a removed project. */
	private surplusAfter(totalItems: number, hasRemoved: boolean) {
		const lastSurplus = totalItems - this.listed.size;
		const isSame = this.saved?.lastSurplus === lastSurplus && !hasRemoved && !this.hasListedNew;
		const { inclusion } = this.options;
		return { inclusion, lastSurplus, surplus: isSame ? lastSurplus : 0 };
	}

	private entryOf(project: Project, appearedAtMs: number | undefined): Entry {
		const name = ownField(project, 'name');
		const entry = [
			project.id,
			typeof name === 'string' ? name.slice(0, MAX_NAME_LENGTH) : null,
			ownField(project, 'status'),
			Number(isIncluded(project, this.options)),
		] as const;
		return appearedAtMs === undefined ? entry : [...entry, appearedAtMs];
	}

	private savedEntry([id, name, status, isShown, appearedAtMs]: Entry): Entry {
		const entry = [id, name, status, isShown] as const;
		return this.isRecent(appearedAtMs) ? [...entry, appearedAtMs] : entry;
	}

	/** A clock that was set back makes nothing recent for ever. */
	private isRecent(atMs: number | undefined): atMs is number {
		return atMs !== undefined && Math.abs(this.nowMs - atMs) <= this.options.lookBackMs;
	}

	private wasRemoved(id: string): boolean {
		return this.isRecent(this.recentlyRemoved().get(id));
	}

	private open(): Map<string, Entry> {
		this.entries ??= new Map(
			parseList(this.saved?.projects)
				.filter(isEntry)
				.map((entry) => [entry[0], entry]),
		);
		return this.entries;
	}

	private recentlyRemoved(): Map<string, number> {
		this.removed ??= new Map(parseList(this.saved?.removed).filter(isRemoval));
		return this.removed;
	}
}

function parseList(text: string | undefined): unknown[] {
	try {
		const list: unknown = JSON.parse(text ?? '[]');
		return Array.isArray(list) ? list : [];
	} catch {
		return [];
	}
}

function isEntry(value: unknown): value is Entry {
	if (!Array.isArray(value)) return false;
	const [id, , , isShown, appearedAtMs] = value as unknown[];
	return (
		typeof id === 'string' &&
		(isShown === 0 || isShown === 1) &&
		(appearedAtMs === undefined || typeof appearedAtMs === 'number')
	);
}

function isRemoval(value: unknown): value is [string, number] {
	return Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'number';
}

function isSaved(value: unknown): value is SavedKnownProjects {
	if (typeof value !== 'object' || value === null) return false;
	const { inclusion, count, surplus, lastSurplus, projects, removed } = value as Record<
		string,
		unknown
	>;
	return (
		[inclusion, projects, removed].every((text) => typeof text === 'string') &&
		[count, surplus, lastSurplus].every(Number.isSafeInteger)
	);
}
