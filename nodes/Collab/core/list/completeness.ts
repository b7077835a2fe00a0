/** The count proof: whether the passes over a list have read all of it. */
import type { Project, StatusFilter } from '../contract';
import { parseInstant, STAMP_PRECISION_S } from '../time';
import type { AnchoredReader } from './anchoredReader';
import type { Pass } from './pass';

interface SeenRow {
	/** When it certainly was in the list already, in seconds since 1970; infinite without a stamp. */
	readonly since: number;
	/** The first pass that gave it. */
	readonly firstPass: number;
	lastPass: number;
}

/** Once so many passes in a row agree, the count is called wrong; once so many leave out rows, reading fails. */
const PASSES_TO_JUDGE = 3;

/** Where a project came within so many seconds, others are likely to come or go while the list is read. */
const QUIET_S = 60;

export class Completeness {
	private readonly rows = new Map<string, SeenRow>();
	/** When the latest of them came. */
	private latest = -Infinity;
	/** What is read is counted to the last of them. */
	readonly passes: Pass[] = [];

	constructor(private readonly status: StatusFilter) {}

	/** Distinct rows of all readings, and how many there are as the service says. */
	get progress() {
		return { rowsRead: this.rows.size, totalItems: this.passes.at(-1)?.highestTotal ?? 0 };
	}

	/** Whether a row came so lately that the count will hardly prove anything. */
	get isBusy(): boolean {
		return this.latest + QUIET_S > (this.passes[0]?.countedAfter ?? Infinity);
	}

	/** Whether answers keep leaving out rows. */
	get isCutShort(): boolean {
		const recent = this.passes.slice(-PASSES_TO_JUDGE);
		return recent.length === PASSES_TO_JUDGE && !recent.some(({ isSound }) => isSound);
	}

	/** Why nothing shows that the list was read whole. */
	get failure() {
		if (this.isCutShort) return 'listCutShort';
		// Where equal values come in another order each time, a pass by them may repeat a page, one by names does not.
		const repeatsPages = this.passes.slice(-2).every((pass) => pass.repeatsPages);
		return repeatsPages ? 'wrongPage' : 'listUnstable';
	}

	/** What shows that the rows seen are all of the list; undefined where nothing does. */
	proof(): 'count' | 'agreement' | undefined {
		if (this.passes.some((pass, index) => this.isProven(pass, index))) return 'count';
		return this.lastPassesAgree ? 'agreement' : undefined;
	}

	/** Windows show by themselves that they follow each other, whatever enters and leaves the list meanwhile. */
	async proofBy(reader: AnchoredReader): Promise<'windows' | undefined> {
		const end = await reader.read();
		// An account that looks empty is not believed.
		return end === 'end' && reader.totalItems > 0 && reader.showsAll ? 'windows' : undefined;
	}

	/**
	 * The first answer of a pass counted the projects of that moment. If as many of the rows seen in this pass or later
	 * were certainly in the list then, they are all of these projects. Every project that exists from the first request to
	 * the last is one of them. No other answer may have counted more: the first may come from a replica that lags.
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

	/** Takes a row of the last pass; returns whether it was not seen before. */
	note(row: Project): boolean {
		const lastPass = this.passes.length - 1;
		const since = this.sinceOf(row);
		const seen = this.rows.get(row.id);
		this.latest = Math.max(this.latest, since);
		// A project that changed may have left a list of one status, and come back.
		if (seen?.since === since) seen.lastPass = lastPass;
		else this.rows.set(row.id, { since, firstPass: lastPass, lastPass });
		return !seen;
	}

	/** A change of status may bring an old project into a list of one status: there, its last change counts. */
	private sinceOf(project: Project): number {
		const updated = this.status === 'all' ? undefined : parseInstant(project['updated_at']);
		return (updated ?? parseInstant(project['created_at']))?.seconds ?? Infinity;
	}
}
