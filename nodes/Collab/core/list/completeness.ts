/** The count proof: whether the passes over a list have read all of it. */
import type { JsonValue, Page, Project, StatusFilter } from '../contract';
import { parseInstant, STAMP_PRECISION_S } from '../time';

interface SeenRow {
	/** When it certainly was in the list already, in seconds since 1970; undefined without a stamp. */
	since: number | undefined;
	updatedAt: JsonValue;
	/** From which pass on it was in the list all the time. */
	firstPass: number;
	lastPass: number;
}

interface Pass {
	/** `total_items` of the first answer. */
	readonly total: number;
	/** A time before that was counted, by the service's clock, in seconds since 1970; undefined without a Date. */
	readonly countedAfter: number | undefined;
	/** Distinct rows. */
	rows: number;
	/** Whether a page brought no row that the pass did not have: then its pages do not fit together. */
	repeats: boolean;
}

/** Passes in a row that have to give the same rows before the service's count is called wrong. */
const AGREEING_PASSES = 3;

export class Completeness {
	totalItems = 0;
	hasTotalChanged = false;
	private readonly rows = new Map<string, SeenRow>();
	private readonly passes: Pass[] = [];

	constructor(private readonly status: StatusFilter) {}

	/** Distinct rows of all passes. */
	get rowsRead(): number {
		return this.rows.size;
	}

	/** @param tookMs how long the first answer of the pass took */
	startPass({ pagination: { totalItems }, servedAtMs }: Page, tookMs: number): void {
		this.passes.push({
			total: totalItems,
			countedAfter: servedAtMs === undefined ? undefined : (servedAtMs - tookMs) / 1000,
			rows: 0,
			repeats: false,
		});
		this.totalItems = totalItems;
	}

	/** Notes an answer and returns the rows that no pass has given before. */
	add({ projects, pagination }: Page): Project[] {
		this.hasTotalChanged ||= pagination.totalItems !== this.totalItems;
		this.totalItems = pagination.totalItems;
		const pass = this.passes.at(-1);
		const before = pass?.rows;
		const added = projects.filter((project) => this.note(project));
		if (pass && projects.length > 0 && pass.rows === before) pass.repeats = true;
		return added;
	}

	/**
	 * Take any pass. When it began, as many projects were in the list as its first answer counted. Where as many of the rows
	 * seen in it or later were in the list at that time, none is missing: every project that exists from the first request to
	 * the last was in it, too.
	 */
	isProven(): boolean {
		if (this.rows.size < this.totalItems) return false;
		return this.passes.some((pass, index) => this.countAtStart(pass, index) >= pass.total);
	}

	/** Whether passes in a row gave the same rows, though the service counts more. */
	isCountWrong(): boolean {
		const recent = this.passes.slice(-AGREEING_PASSES);
		const agrees = ({ rows, repeats }: Pass) => rows === this.rows.size && !repeats;
		return recent.length === AGREEING_PASSES && recent.every(agrees);
	}

	/** Whether it is seen for the first time. */
	private note(project: Project): boolean {
		const current = this.passes.length - 1;
		const pass = this.passes[current];
		const updatedAt = project['updated_at'] ?? null;
		const seen = this.rows.get(project.id);
		if (pass && seen?.lastPass !== current) pass.rows++;
		if (!seen) {
			const since = this.sinceOf(project);
			this.rows.set(project.id, { since, updatedAt, firstPass: current, lastPass: current });
			return true;
		}
		seen.lastPass = current;
		// A project that changed may have left a list of one status, and come back.
		if (this.status !== 'all' && seen.updatedAt !== updatedAt) {
			Object.assign(seen, { updatedAt, since: this.sinceOf(project), firstPass: current });
		}
		return false;
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
