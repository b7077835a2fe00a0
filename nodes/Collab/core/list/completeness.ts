/** The count proof: whether the passes over a list have read all of it. */
import type { Project, StatusFilter } from '../contract';
import { parseInstant, STAMP_PRECISION_S } from '../time';
import type { Pass } from './pass';

interface SeenRow {
	/** When it certainly was in the list already, in seconds since 1970; infinite without a stamp. */
	readonly since: number;
	/** The first pass that gave it. */
	readonly firstPass: number;
	lastPass: number;
}

/** After so many passes in a row that agree, the count is called wrong; after so many that leave out rows, reading fails. */
const PASSES_TO_JUDGE = 3;

export class Completeness {
	private readonly rows = new Map<string, SeenRow>();
	/** Undefined for a reading in windows, which does not count. */
	private readonly readings: Array<Pass | undefined> = [];

	constructor(private readonly status: StatusFilter) {}

	/** Distinct rows of all passes, and how many there are as the service says. */
	get progress() {
		return { rowsRead: this.rows.size, totalItems: this.passes.at(-1)?.highestTotal ?? 0 };
	}

	/** Whether answers keep leaving out rows. */
	get isCutShort(): boolean {
		const recent = this.passes.slice(-PASSES_TO_JUDGE);
		return recent.length === PASSES_TO_JUDGE && !recent.some(({ isSound }) => isSound);
	}

	/** Why nothing shows that the list was read whole. */
	get failure() {
		if (this.isCutShort) return 'listCutShort';
		const whole = this.passes.filter(({ isWhole }) => isWhole);
		return whole.every(({ repeatsPages }) => repeatsPages) ? 'wrongPage' : 'listUnstable';
	}

	/** Returns the number of this reading. */
	begin(pass?: Pass): number {
		return this.readings.push(pass) - 1;
	}

	private get passes(): Pass[] {
		return this.readings.filter((pass) => pass !== undefined);
	}

	/** Takes rows of the last reading. Returns those that were not read before. */
	note(rows: readonly Project[]): Project[] {
		const current = this.readings.length - 1;
		return rows.filter((row) => {
			const seen = this.rows.get(row.id);
			if (seen) seen.lastPass = current;
			else
				this.rows.set(row.id, { since: this.sinceOf(row), firstPass: current, lastPass: current });
			return !seen;
		});
	}

	/** The pass since which the rows seen are the whole list, by the count or against it; undefined where nothing shows one. */
	proof(): { readonly pass: number; readonly isCountWrong: boolean } | undefined {
		const pass = this.readings.findLastIndex((one, index) => one && this.isProven(one, index));
		if (pass >= 0) return { pass, isCountWrong: false };
		const { rowsRead, totalItems } = this.progress;
		return this.lastPassesAgree ? { pass: 0, isCountWrong: rowsRead !== totalItems } : undefined;
	}

	/** Whether a row was seen in this pass or later. */
	isSeenSince(pass: number, { id }: Project): boolean {
		return (this.rows.get(id)?.lastPass ?? -1) >= pass;
	}

	/**
	 * The first answer of a pass counted the projects of that moment. If as many of the rows seen in this pass or later were
	 * certainly in the list then, they are all of these projects. Every project that exists from the first request to the last
	 * is one of them. No other answer may have counted more: the first may come from a replica that lags.
	 */
	private isProven(pass: Pass, index: number): boolean {
		const seen = [...this.rows.values()].filter(({ lastPass }) => lastPass >= index);
		const counted = seen.filter(
			({ since, firstPass }) => firstPass < index || since + STAMP_PRECISION_S <= pass.countedAfter,
		);
		const { startTotal = Infinity, highestTotal, isSound } = pass;
		return isSound && counted.length >= startTotal && seen.length >= highestTotal;
	}

	/** Whether the last passes, in different orders, each gave all rows that were ever seen. */
	private get lastPassesAgree(): boolean {
		const recent = this.passes.slice(-PASSES_TO_JUDGE);
		const orders = new Set(recent.map(({ query }) => `${query.sortBy} ${query.order}`));
		const isWhole = ({ isSound, repeatsPages, places }: Pass) =>
			isSound && !repeatsPages && places.size === this.rows.size;
		return orders.size === PASSES_TO_JUDGE && recent.every(isWhole);
	}

	/** A change of status may bring an old project into a list of one status: there, its last change counts. */
	private sinceOf(project: Project): number {
		const updated = this.status === 'all' ? undefined : parseInstant(project['updated_at']);
		return (updated ?? parseInstant(project['created_at']))?.seconds ?? Infinity;
	}
}
