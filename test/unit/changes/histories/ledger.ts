/**
 * The oracle. It knows what the service held, when, and what was delivered, and nothing of how the trigger works; it never
 * compares stamps to decide what is new.
 */
import { sortKeyOf } from '../../../../dev/sandbox/listing';
import type { Change } from '../../../../nodes/Collab/core/changes/options';
import { keyOf, type Version, type Versions } from '../../versions';
import { type Book, falseEvent, type Known, missingEvent, type PollFacts, stampMs } from './events';
import { type Settings, SINCE_MS } from './randomHistories';

const newBook = (first?: PollFacts): Book => ({
	first,
	delivered: new Map(),
	known: new Map(),
	rest: undefined,
	removed: new Set(),
	events: new Map(),
});

export class Ledger {
	readonly complaints: string[] = [];
	hasLagged = false;
	private readonly lastKeys = new Map<string, string>();
	private readonly settings: Known[] = [];
	private book = newBook();

	constructor(private readonly versions: Versions) {}

	noteSettings(settings: Settings): void {
		this.settings.push({ seq: this.versions.latestSeq, settings });
	}

	deliver(changes: readonly Change[], facts: PollFacts): void {
		if (this.book.first?.origin !== facts.origin) this.book = newBook(facts);
		this.checkOrder(changes);
		for (const change of changes) this.note(change, facts);
	}

	private noteRemoval(id: string): void {
		const { book } = this;
		if (this.versions.newest(id)?.row) this.complaints.push(`false: removed, which exists: ${id}`);
		if (book.removed.has(id)) this.complaints.push(`twice: removed ${id}`);
		book.removed.add(id);
	}

	/** Projects that were known at the rest before and are gone, and were not reported. */
	private missedRemovals({ settings }: PollFacts): string[] {
		const { rest, removed } = this.book;
		const isOwed = settings.events.includes('removed') && settings.status === 'all';
		if (!rest || !isOwed || rest.settings !== settings) return [];
		return this.versions.ids
			.filter((id) => {
				const before = this.versions.of(id).findLast(({ seq }) => seq <= rest.seq);
				const isGone = before?.row !== undefined && !this.versions.newest(id)?.row;
				return isGone && !removed.has(id);
			})
			.map((id) => `lost: removal of ${id}`);
	}

	/** After enough quiet polls: whether all that is owed has been delivered, and what is known from here on. */
	settle(facts: PollFacts): void {
		const { book } = this;
		this.complaints.push(...this.lost(facts));
		// An account that looks empty is not believed once it had projects.
		if (!book.first || this.versions.isEmpty) return;
		this.complaints.push(...this.missedRemovals(facts));
		book.rest = { seq: this.versions.latestSeq, settings: facts.settings };
		book.events.clear();
	}

	lost(facts: PollFacts): string[] {
		const { book } = this;
		const lost: string[] = [];
		for (const id of this.versions.ids) {
			const version = this.versions.newest(id);
			if (!version?.row) continue;
			const event = missingEvent(this.versions, book, version, facts.settings);
			if (event) lost.push(`lost: ${event} ${version.key}`);
			else if (this.isOwed(book, version, facts) && !this.isDelivered(version)) {
				lost.push(`lost: ${version.key}`);
			}
		}
		return lost;
	}

	private checkOrder(changes: readonly Change[]): void {
		const stamps = changes.map(({ project }) => sortKeyOf(project['updated_at'], 'updated_at'));
		// Thousands of years ahead, seconds as numbers have no microseconds.
		const keys = stamps.filter((key) => key !== null && key < '3000');
		if (keys.join() !== keys.toSorted().join()) this.complaints.push(`order: ${keys.join()}`);
	}

	private note(change: Change, facts: PollFacts): void {
		if (change.event === 'removed') return this.noteRemoval(change.project.id);
		const key = keyOf(change.project);
		const version = this.versions.withKey(key).at(-1);
		if (!version) return void this.complaints.push(`false: never held ${key}`);
		const { book, versions } = this;
		const times = (book.delivered.get(key) ?? 0) + 1;
		const all = versions.of(version.id);
		const given = { versions, book, change, version, all, facts };
		const reason = times > versions.shownCount(key) ? 'once more' : falseEvent(given);
		const isFalse = reason !== undefined && !this.mayRecur(reason, all, facts);
		if (isFalse) this.complaints.push(`false: ${change.event}, ${reason}: ${key}`);
		book.delivered.set(key, times);
		book.known.set(version.id, { seq: version.seq, settings: facts.settings });
		const events = book.events.get(version.id) ?? [];
		book.events.set(version.id, new Set([...events, change.event]));
		this.lastKeys.set(version.id, key);
	}

	/** Of what is dated in the future, a replica that lags may bring an earlier version again. */
	private mayRecur(reason: string, all: readonly Version[], { clockMs }: PollFacts): boolean {
		const isRepeated = reason === 'once more' || reason === 'from before the start';
		return isRepeated && this.hasLagged && all.some((one) => stampMs(one) > clockMs);
	}

	private isDelivered({ id, key }: Version): boolean {
		return this.lastKeys.get(id) === key;
	}

	private isOwed(book: Book, version: Version, facts: PollFacts): boolean {
		// The same once more, within the precision of stamps, is nothing new.
		return this.versions
			.withKey(version.key)
			.every(
				(one) =>
					isAfterStart(book, one, facts) &&
					this.settingsSince(one).every((settings) => isWanted(version, settings)),
			);
	}

	/** All settings under which the version may have been read first. */
	private settingsSince({ seq }: Version): Settings[] {
		const inForce = this.settings.findLastIndex((known) => known.seq < seq);
		return this.settings.slice(Math.max(0, inForce)).map(({ settings }) => settings);
	}
}

/** Of the changes during a first poll from now on nobody knows whether they came before or after. */
function isAfterStart({ first }: Book, version: Version, facts: PollFacts): boolean {
	if (facts.start === 'all') return true;
	if (facts.start === 'since') return stampMs(version) >= SINCE_MS;
	if (!first) return false;
	// What a first poll that was cut has not read lies before the start, though it may appear late.
	return !(first.isCut && stampMs(version) <= first.fromMs) && version.visibleMs > first.toMs;
}

function isWanted({ row }: Version, { events, fieldsToWatch, status }: Settings): boolean {
	const hasStatus = status === 'all' || row?.status === status;
	const wantsAll = events.includes('created') && events.includes('updated');
	return hasStatus && wantsAll && fieldsToWatch.length === 0;
}
