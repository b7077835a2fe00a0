/** Every version of every project: when it became visible, and which were shown in answers. */
import type { Row } from '../../looseListing';
import { Table } from '../../table';

export type Stored = Row & {
	readonly id: string;
	readonly name: string;
	readonly status: string;
	readonly created_at: string | null;
	readonly updated_at: string | null;
	readonly member_count: number;
	readonly task_count: number;
	readonly completed_task_count: number;
};

export interface Version {
	/** Later versions have higher numbers. */
	readonly seq: number;
	readonly id: string;
	/** Undefined: deleted. */
	readonly row: Stored | undefined;
	readonly key: string;
	/** When a service without replicas shows it, unless a later one is visible by then. */
	readonly visibleMs: number;
}

const FIELDS = [
	'id',
	'name',
	'status',
	'created_at',
	'updated_at',
	'member_count',
	'task_count',
	'completed_task_count',
];

/** The same for the same content, whatever other fields there are. */
export function keyOf(project: Readonly<Record<string, unknown>>): string {
	return JSON.stringify(FIELDS.map((field) => project[field]));
}

interface View {
	readonly fromMs: number;
	readonly untilMs: number;
	readonly table: Table<Stored>;
}

export class Versions {
	readonly ids: string[] = [];

	private readonly byId = new Map<string, Version[]>();

	private readonly byKey = new Map<string, Version[]>();

	private readonly byRow = new WeakMap<Stored, Version>();

	private view: View | undefined;

	private seq = 0;

	private readonly lastShown = new Map<string, Version>();

	private readonly timesShown = new Map<string, number>();

	/** Projects of which an answer showed an earlier version than one before it: a replica that lags. */
	readonly regressed = new Set<string>();

	get latestSeq(): number {
		return this.seq;
	}

	add(id: string, row: Stored | undefined, visibleMs: number): void {
		this.seq += 1;
		const version = { seq: this.seq, id, row, key: row ? keyOf(row) : '', visibleMs };
		if (!this.byId.has(id)) this.ids.push(id);
		listIn(this.byId, id).push(version);
		listIn(this.byKey, version.key).push(version);
		if (row) this.byRow.set(row, version);
		this.view = undefined;
	}

	newest(id: string): Version | undefined {
		return this.byId.get(id)?.at(-1);
	}

	of(id: string): readonly Version[] {
		return this.byId.get(id) ?? [];
	}

	withKey(key: string): readonly Version[] {
		return this.byKey.get(key) ?? [];
	}

	/** How often answers went over to this version, from another one of its project. */
	shownCount(key: string): number {
		return this.timesShown.get(key) ?? 0;
	}

	/** Projects that were created without a stamp from one time to another, if others were deleted then. */
	hiddenBetween(fromMs: number, toMs: number): string[] {
		const isWithin = ({ visibleMs }: Version) => visibleMs >= fromMs && visibleMs <= toMs;
		const wasDeleted = ({ row }: Version) => row === undefined;
		if (!this.ids.some((id) => this.of(id).some((one) => wasDeleted(one) && isWithin(one))))
			return [];
		return this.ids.filter((id) => {
			const created = this.of(id)[0];
			return created?.row?.updated_at === null && isWithin(created);
		});
	}

	/** What is visible then. */
	tableAt(ms: number): Table<Stored> {
		const { view } = this;
		if (view && view.fromMs <= ms && ms < view.untilMs) return view.table;
		const made = this.viewOf(ms);
		// A replica's view is not kept: the next answer is another one's.
		if (!view || made.fromMs >= view.fromMs) this.view = made;
		return made.table;
	}

	noteShown(rows: readonly Stored[]): void {
		for (const row of rows) {
			const version = this.byRow.get(row);
			if (!version) throw new Error('A row that was never stored');
			const before = this.lastShown.get(version.id);
			if (before === version) continue;
			if (before && before.seq > version.seq) this.regressed.add(version.id);
			this.lastShown.set(version.id, version);
			this.timesShown.set(version.key, this.shownCount(version.key) + 1);
		}
	}

	private viewOf(ms: number): View {
		let fromMs = -Infinity;
		let untilMs = Infinity;
		const rows: Stored[] = [];
		for (const versions of this.byId.values()) {
			for (const { visibleMs } of versions) {
				if (visibleMs <= ms) fromMs = Math.max(fromMs, visibleMs);
				else untilMs = Math.min(untilMs, visibleMs);
			}
			const row = versions.findLast(({ visibleMs }) => visibleMs <= ms)?.row;
			if (row) rows.push(row);
		}
		return { fromMs, untilMs, table: new Table(rows) };
	}
}

function listIn<T>(lists: Map<string, T[]>, key: string): T[] {
	const list = lists.get(key) ?? [];
	lists.set(key, list);
	return list;
}
