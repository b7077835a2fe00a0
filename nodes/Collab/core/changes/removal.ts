/** Says at the end of a snapshot which projects are gone: where the service's count proves it, or many snapshots find the same. */
import { hash64 } from './hash';
import type { KnownProjects } from './known';
import type { PollContext } from './options';
import type { SnapshotEnd } from './snapshot';
import type { Established, RecentState, TriggerState } from './state';
import { FUTURE, isPresent, MARKS, type ProjectRecord, secondOf, ticksOf } from './table';
import { lookBackSeconds, mayBeHiddenFrom, type Reach } from './watermarks';

/** Snapshots in a row that have to find the same before it is believed without a proof. */
const TIMES_TO_BELIEVE = 7;

/** A project that was found to be gone and is listed again after Look Back is believed to be back. */
export function forgetRemoved({ options, clock }: PollContext, { table }: KnownProjects): void {
	const keptSince = clock().nowS - lookBackSeconds(options);
	table.deleteIf((record) => !isPresent(record) && secondOf(record) < keptSince);
}

/**
 * A project that the snapshot has not listed is gone if the count proves it, or if seven snapshots in a row find the same and the
 * list has no more rows than remain. A total that differs is the service's own way of counting if seven find it and nothing is in doubt.
 */
export function settleRemovals(
	context: PollContext,
	{ recent, established }: TriggerState,
	end: SnapshotEnd,
	known: KnownProjects,
	{ newestChange }: Reach,
): Established {
	const { snapshot, foundDifference } = end;
	const { usualDifference: usual } = established;
	const unlisted = known.table.entries().filter(([, record]) => isUnlisted(record));
	unlisted.sort(([, a], [, b]) => a.ticks - b.ticks);
	const mayBeTooNew = tooNewFor(context, mayBeHiddenFrom(context, recent), recent);
	const missing = unlisted.filter(
		([idHash, record]) => !known.seenInRecent.has(idHash) && !mayBeTooNew(record),
	);
	const remaining = known.table.presentCount - missing.length;
	const finding = hash64(JSON.stringify([missing.map(([idHash]) => idHash), foundDifference]));
	const timesFound = 1 + (finding === established.finding ? established.timesFound : 0);
	const isRepeated = timesFound >= TIMES_TO_BELIEVE;
	// A list with more rows than would remain may have shown one twice in place of another, which exists then.
	const isRefuted = isRepeated && remaining < end.totalItems - foundDifference;
	const isBelieved = isRepeated && !isRefuted;
	// An old list, as a cache or a replica that is far behind shows it, proves nothing.
	const isOld = newestChange < recent.high || snapshot.newestChange < snapshot.highAtStart;
	const listed = snapshot.knownAtStart - unlisted.length;
	const isProven = !isOld && isProof(end, listed + usual, remaining + usual);
	// A project dated in the future has no known time of change: it may be too new for a replica.
	const gone = missing.filter(([, { ticks }]) => isBelieved || (isProven && ticks !== FUTURE));
	for (const [idHash] of gone.slice(0, known.room))
		known.remove(idHash, ticksOf(context.clock().nowS));
	const hasUnlisted = unlisted.some(([idHash]) => !isRefuted && known.table.getPresent(idHash));
	const isItsOwn = !hasUnlisted && (foundDifference === 0 || isBelieved);
	const usualDifference = isItsOwn ? foundDifference : usual;
	return { ...established, finding, timesFound, foundDifference, usualDifference, hasUnlisted };
}

/**
 * Counted as the service does: of the projects known when the snapshot began, as many have been listed as its first answer
 * counted, so no others existed, and a missing one was gone already. And the total now is not above what remains.
 */
const isProof = ({ snapshot, totalItems }: SnapshotEnd, listed: number, remaining: number) =>
	listed === snapshot.countAtStart && remaining >= totalItems;

const isUnlisted = (record: ProjectRecord) =>
	isPresent(record) && (record.marks & MARKS.unlisted) > 0;

/** A replica that lags may not show a project yet that changed or became visible within Look Back. */
function tooNewFor({ options, clock }: PollContext, from: number, { high }: RecentState) {
	const { nowS } = clock();
	const lookBackS = lookBackSeconds(options);
	const to = Math.max(high, nowS) + lookBackS;
	return (record: ProjectRecord) => {
		const second = secondOf(record);
		return second >= (record.marks & MARKS.late ? nowS - lookBackS : from) && second <= to;
	};
}
