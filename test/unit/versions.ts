/** Every version of every project that a fake service ever held: what the oracles judge by. */
import type { JsonValue, Project } from '../../nodes/Collab/core/contract';
import { Table } from '../../dev/sandbox/table';

const FIELDS = [
	...['id', 'name', 'status', 'created_at', 'updated_at'],
	...['member_count', 'task_count', 'completed_task_count'],
] as const;

export type Stored = Project & {
	readonly [Field in Exclude<(typeof FIELDS)[number], 'id'>]?: JsonValue;
};

export class Version {
	timesShown = 0;

	constructor(
		/** Later versions have higher numbers. */
		readonly seq: number,
		readonly id: string,
		/** Undefined: deleted. */
		readonly row: Stored | undefined,
		/** When a service without replicas shows it, unless a later one is visible by then. */
		readonly visibleMs: number,
	) {}

	get key(): string {
		return this.row ? keyOf(this.row) : '';
	}
}

export const textOf = (value: JsonValue | undefined): string =>
	typeof value === 'string' ? value : '';

/** The same for the same content, whatever other fields there are. */
export function keyOf(project: Readonly<Record<string, unknown>>): string {
	return JSON.stringify(FIELDS.map((field) => project[field]));
}

export class Versions {
	readonly ids: string[] = [];
	readonly all: Version[] = [];

	/** Projects of which an answer showed an earlier version than one before it: a replica that lags. */
	readonly regressed = new Set<string>();
	private readonly byId = new Map<string, Version[]>();
	private readonly byRow = new WeakMap<Project, Version>();
	private readonly visible = new Table<Stored>();
	private readonly visibleSeq = new Map<string, number>();
	private late: Version[] = [];
	private readonly lastShown = new Map<string, Version>();

	get latestSeq(): number {
		return this.all.length;
	}

	add(id: string, row: Stored | undefined, visibleMs: number): void {
		const version = new Version(this.all.length + 1, id, row, visibleMs);
		this.all.push(version);
		const before = this.byId.get(id);
		if (before) before.push(version);
		else this.byId.set(id, [version]);
		if (!before) this.ids.push(id);
		if (row) this.byRow.set(row, version);
		this.late.push(version);
	}

	get isEmpty(): boolean {
		return this.ids.every((id) => !this.newest(id)?.row);
	}

	newest(id: string): Version | undefined {
		return this.byId.get(id)?.at(-1);
	}

	of(id: string): readonly Version[] {
		return this.byId.get(id) ?? [];
	}

	withKey(key: string): readonly Version[] {
		const [id] = JSON.parse(key) as [string];
		return this.of(id).filter((version) => version.key === key);
	}

	/** How often answers went over to this version, from another one of its project. */
	shownCount(key: string): number {
		return this.withKey(key).reduce((sum, { timesShown }) => sum + timesShown, 0);
	}

	/** What is visible then; times only go on. */
	tableAt(ms: number): Table<Stored> {
		const due = this.late.filter(({ visibleMs }) => visibleMs <= ms);
		if (due.length > 0) this.late = this.late.filter(({ visibleMs }) => visibleMs > ms);
		for (const { seq, id, row } of due) {
			if (seq < (this.visibleSeq.get(id) ?? 0)) continue;
			this.visibleSeq.set(id, seq);
			this.visible.set(id, row);
		}
		return this.visible;
	}

	/** What a replica shows that has seen nothing later than this. */
	replicaAt(ms: number, lastSeq = Infinity): Table<Stored> {
		const isSeen = ({ seq, visibleMs }: Version) => visibleMs <= ms && seq <= lastSeq;
		const seen = new Table<Stored>();
		for (const [id, all] of this.byId) seen.set(id, all.findLast(isSeen)?.row);
		return seen;
	}

	noteShown(rows: readonly Project[]): void {
		for (const row of rows) {
			const version = this.byRow.get(row);
			if (!version) throw new Error('A row that was never stored');
			const before = this.lastShown.get(version.id);
			if (before === version) continue;
			if (before && before.seq > version.seq) this.regressed.add(version.id);
			this.lastShown.set(version.id, version);
			version.timesShown += 1;
		}
	}
}
