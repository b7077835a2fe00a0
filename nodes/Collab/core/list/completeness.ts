/** The count proof: whether the passes over a list have read all of it. */
import type { JsonValue, ListQuery, Page, Project, StatusFilter } from '../contract';
import { parseInstant, STAMP_PRECISION_S } from '../time';
import { countsPage } from './pages';

interface SeenRow {
	/** When it certainly was in the list already, in seconds since 1970; infinite without a stamp. */
	readonly since: number;
	readonly updatedAt: JsonValue;
	/** The pass from which on it was in the list all the time. */
	readonly firstPass: number;
	lastPass: number;
}

interface Pass {
	/** The order in which it was read. */
	readonly order: string;
	/** `total_items` of the first answer; infinite where an answer shows that it is no count of the list. */
	total: number;
	/** A time before that was counted, by the service's clock, in seconds since 1970. */
	readonly countedAfter: number;
	/** Distinct rows. */
	rows: number;
	/** Whether its answers fit together. */
	isSound: boolean;
}

/** Passes in a row that have to agree before the service's count is called wrong, or to fail before reading ends. */
const PASSES_TO_JUDGE = 3;

export class Completeness {
	/** As the last answer says. */
	totalItems = 0;
	private readonly rows = new Map<string, SeenRow>();
	private readonly passes: Pass[] = [];

	constructor(private readonly status: StatusFilter) {}

	/** Distinct rows of all passes. */
	get rowsRead(): number {
		return this.rows.size;
	}

	/** Why nothing shows that the list is whole. */
	get failure(): 'listCutShort' | 'listKeptChanging' | 'listUnstable' {
		if (this.isCutShort) return 'listCutShort';
		const totals = new Set(this.passes.map(({ total }) => total));
		return totals.size > 1 ? 'listKeptChanging' : 'listUnstable';
	}

	/** Whether answers keep leaving out rows. */
	get isCutShort(): boolean {
		const recent = this.passes.slice(-PASSES_TO_JUDGE);
		return recent.length === PASSES_TO_JUDGE && !recent.some(({ isSound }) => isSound);
	}

	/** @param tookMs how long the first answer of the pass took */
	startPass({ sortBy, order }: ListQuery, { pagination, servedAtMs }: Page, tookMs: number): void {
		this.passes.push({
			order: `${sortBy} ${order}`,
			total: pagination.totalItems,
			countedAfter: servedAtMs === undefined ? -Infinity : (servedAtMs - tookMs) / 1000,
			rows: 0,
			isSound: true,
		});
	}

	/** Ends a pass whose answers left out rows: it proves nothing, though its rows exist. */
	failPass(): void {
		this.pass.isSound = false;
	}

	/** Notes an answer that begins at an offset; returns the rows that no pass has given before, and whether any is new to this pass. */
	add(start: number, page: Page) {
		const { pass } = this;
		this.totalItems = page.pagination.totalItems;
		if (countsPage(page, start)) pass.total = Infinity;
		const rowsBefore = pass.rows;
		const added = page.projects.filter((project) => this.note(project));
		return { added, isNew: pass.rows > rowsBefore };
	}

	/** The pass from which on no row is missing, by the count or against it; undefined where nothing shows one. */
	provenSince(): { readonly pass: number; readonly isCountWrong: boolean } | undefined {
		const proven = this.passes.findLastIndex((pass, index) => this.isProven(pass, index));
		if (proven >= 0) return { pass: proven, isCountWrong: false };
		const first = this.passes.length - PASSES_TO_JUDGE;
		if (!this.agreeSince(first)) return undefined;
		return { pass: first, isCountWrong: this.rowsRead !== this.totalItems };
	}

	/** Whether a row was seen in this pass or later. */
	isSeenSince(pass: number, { id }: Project): boolean {
		return (this.rows.get(id)?.lastPass ?? -1) >= pass;
	}

	/**
	 * When a pass began, as many projects were in the list as its first answer counted. If as many of the rows seen in it or
	 * later were in the list at that time, none is missing: every project that exists from the first request to the last was in
	 * it, too.
	 */
	private isProven({ isSound, total, countedAfter }: Pass, index: number): boolean {
		if (!isSound) return false;
		let count = 0;
		for (const { since, firstPass, lastPass } of this.rows.values()) {
			const wasThere = firstPass < index || since + STAMP_PRECISION_S <= countedAfter;
			if (lastPass >= index && wasThere) count++;
		}
		return count >= total;
	}

	/** Whether the last passes gave the same rows in different orders. */
	private agreeSince(first: number): boolean {
		const recent = this.passes.slice(-PASSES_TO_JUDGE);
		if (new Set(recent.map(({ order }) => order)).size < PASSES_TO_JUDGE) return false;
		const seen = Array.from(this.rows.values()).filter(({ lastPass }) => lastPass >= first).length;
		return recent.every(({ rows, isSound }) => isSound && rows === seen);
	}

	/** Returns whether no pass has given the row before. */
	private note(project: Project): boolean {
		const current = this.passes.length - 1;
		const updatedAt = project['updated_at'] ?? null;
		const seen = this.rows.get(project.id);
		if (seen?.lastPass !== current) this.pass.rows++;
		// A project that changed may have left a list of one status, and come back.
		if (seen && (this.status === 'all' || seen.updatedAt === updatedAt)) seen.lastPass = current;
		else {
			const since = this.sinceOf(project);
			this.rows.set(project.id, { since, updatedAt, firstPass: current, lastPass: current });
		}
		return !seen;
	}

	/** A change of status may bring an old project into a list of one status: there, its last change counts. */
	private sinceOf(project: Project): number {
		const updated = this.status === 'all' ? undefined : parseInstant(project['updated_at']);
		return (updated ?? parseInstant(project['created_at']))?.seconds ?? Infinity;
	}

	private get pass(): Pass {
		return this.passes.at(-1)!;
	}
}
