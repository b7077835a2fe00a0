/** The count proof: whether the passes over a list have read all of it. */
import type { JsonValue, ListQuery, Page, Project, StatusFilter } from '../contract';
import { parseInstant, STAMP_PRECISION_S } from '../time';

interface SeenRow {
	/** When it certainly was in the list already, in seconds since 1970; undefined without a stamp. */
	since: number | undefined;
	updatedAt: JsonValue;
	/** The pass from which on it was in the list all the time. */
	firstPass: number;
	lastPass: number;
}

interface Pass {
	/** The order in which it was read. */
	readonly order: string;
	/** `total_items` of the first answer; infinite where an answer shows that it is no count of the list. */
	total: number;
	/** A time before that was counted, by the service's clock, in seconds since 1970; undefined without a Date. */
	readonly countedAfter: number | undefined;
	/** The largest `total_items` of all answers. */
	largestTotal: number;
	/** Distinct rows. */
	rows: number;
	/** Whether its answers fit together. */
	isSound: boolean;
	/** Whether a page brought no row that the pass did not have. */
	repeats: boolean;
}

/** Passes in a row that have to give the same rows before the service's count is called wrong. */
const AGREEING_PASSES = 3;

export class Completeness {
	/** As the last answer says. */
	totalItems = 0;
	hasTotalChanged = false;
	private readonly rows = new Map<string, SeenRow>();
	private readonly passes: Pass[] = [];

	/** @param hasRows whether rows of the list were read before */
	constructor(
		private readonly status: StatusFilter,
		private readonly hasRows: boolean,
	) {}

	/** Distinct rows of all passes. */
	get rowsRead(): number {
		return this.rows.size;
	}

	/**
	 * @param tookMs how long the first answer of the pass took
	 * @returns whether it may be the list: an account that looks empty is not believed once it had rows
	 */
	startPass({ sortBy, order }: ListQuery, first: Page, tookMs: number): boolean {
		const { pagination, servedAtMs } = first;
		const { totalItems } = pagination;
		const isGone = totalItems === 0 && (this.hasRows || this.rows.size > 0);
		this.passes.push({
			order: `${sortBy} ${order}`,
			total: isGone ? Infinity : totalItems,
			countedAfter: servedAtMs === undefined ? undefined : (servedAtMs - tookMs) / 1000,
			largestTotal: 0,
			rows: 0,
			isSound: true,
			repeats: false,
		});
		this.totalItems = totalItems;
		return !isGone || first.projects.length > 0;
	}

	/** Ends a pass whose answers left out rows: it proves nothing, though its rows exist. */
	failPass(): void {
		const pass = this.passes.at(-1);
		if (pass) pass.isSound = false;
	}

	/** Notes an answer that begins at an offset; returns the rows that are new to this pass, and those that no pass has given before. */
	add(start: number, { projects, pagination: { totalItems, hasNext } }: Page) {
		this.hasTotalChanged ||= totalItems !== this.totalItems;
		this.totalItems = totalItems;
		const added: Project[] = [];
		const rows = projects.filter((project) => this.note(project, added));
		const pass = this.passes.at(-1);
		if (pass) {
			pass.rows += rows.length;
			pass.largestTotal = Math.max(pass.largestTotal, totalItems);
			// Some services count the rows of the answer.
			if (hasNext && totalItems <= start + projects.length) pass.total = Infinity;
			pass.repeats ||= projects.length > 0 && rows.length === 0;
		}
		return { rows, added };
	}

	/**
	 * The latest pass that proves that the list was read whole; undefined where none does. When a pass began, as many projects
	 * were in the list as its first answer counted. If as many of the rows seen in it or later were in the list at that time,
	 * none is missing: every project that exists from the first request to the last was in it, too.
	 */
	provenBy(): number | undefined {
		const latest = this.passes.findLastIndex((pass, index) => {
			const { isSound, total, largestTotal } = pass;
			return isSound && this.rows.size >= largestTotal && this.countAtStart(pass, index) >= total;
		});
		return latest < 0 ? undefined : latest;
	}

	/** The pass from which on all rows were seen, by the count or against it; undefined where nothing shows one. */
	proof(): number | undefined {
		return this.provenBy() ?? this.contradictedBy();
	}

	/** The first of the last passes that gave the same rows in different orders, though the service counts otherwise. */
	private contradictedBy(): number | undefined {
		const first = this.passes.length - AGREEING_PASSES;
		const recent = this.passes.slice(-AGREEING_PASSES);
		if (first < 0 || new Set(recent.map(({ order }) => order)).size < AGREEING_PASSES)
			return undefined;
		const seen = Array.from(this.rows.values()).filter(({ lastPass }) => lastPass >= first).length;
		const agrees = ({ rows, isSound, repeats }: Pass) => isSound && !repeats && rows === seen;
		// An account that looks empty is not believed once it had rows.
		if (seen === 0 && (this.hasRows || this.rows.size > 0)) return undefined;
		return recent.every(agrees) ? first : undefined;
	}

	/** Whether a row was seen in this pass or later. */
	isSeenSince(pass: number, { id }: Project): boolean {
		return (this.rows.get(id)?.lastPass ?? -1) >= pass;
	}

	/** Returns whether the row is new to this pass. */
	private note(project: Project, added: Project[]): boolean {
		const current = this.passes.length - 1;
		const updatedAt = project['updated_at'] ?? null;
		const seen = this.rows.get(project.id);
		if (!seen) {
			const since = this.sinceOf(project);
			this.rows.set(project.id, { since, updatedAt, firstPass: current, lastPass: current });
			added.push(project);
			return true;
		}
		const isNew = seen.lastPass !== current;
		seen.lastPass = current;
		// A project that changed may have left a list of one status, and come back.
		if (this.status !== 'all' && seen.updatedAt !== updatedAt) {
			Object.assign(seen, { updatedAt, since: this.sinceOf(project), firstPass: current });
		}
		return isNew;
	}

	/** A change of status may bring an old project into a list of one status: there, its last change counts. */
	private sinceOf(project: Project): number | undefined {
		const updated = this.status === 'all' ? undefined : parseInstant(project['updated_at']);
		return (updated ?? parseInstant(project['created_at']))?.seconds;
	}

	private countAtStart({ countedAfter = -Infinity }: Pass, index: number): number {
		let count = 0;
		for (const { since = Infinity, firstPass, lastPass } of this.rows.values()) {
			const wasThere = firstPass < index || since + STAMP_PRECISION_S <= countedAfter;
			if (lastPass >= index && wasThere) count++;
		}
		return count;
	}
}
