/** Says at the end of a snapshot which projects are gone: where the service's count proves it, or many polls miss them. */
import { type KnownProjects, isRemoved } from './known';
import { type ChangeOptions, isRemovedChosen } from './options';
import type { SnapshotEnd } from './snapshot';
import type { Established, RecentState } from './state';
import { FUTURE, type KnownProject, MARKS, secondOf, ticksOf } from './table';
import { lookBackSeconds, MAX_OLD_POLLS, mayBeOld } from './watermarks';

type Differences = Pick<
	Established,
	'difference' | 'lastDifference' | 'differenceSince' | 'doubtfulPolls'
>;

/** How long a removed project is kept without Removed: what one list missed, that of the next day may have. */
const KEPT_WITHOUT_REMOVED_S = 2 * 86_400;

/** A project that was reported as removed and is listed again after Look Back is believed to be back. */
export function forgetRemoved(
	options: ChangeOptions,
	{ table }: KnownProjects,
	present: number,
): void {
	const keptS = isRemovedChosen(options) ? lookBackSeconds(options) : KEPT_WITHOUT_REMOVED_S;
	for (const [id, project] of table.entries()) {
		if (isRemoved(project) && secondOf(project) < present - keptS) table.delete(id);
	}
}

/** What is known at the end of a snapshot. */
interface Ending extends SnapshotEnd {
	readonly options: ChangeOptions;
	readonly recent: RecentState;
	readonly established: Established;
	/** How many projects the recent changes of the same poll counted. */
	readonly totalItems: number | undefined;
	/** The second of the service's clock. */
	readonly present: number;
}

/**
 * A project that the snapshot has not listed is gone if the count proves it, or if no snapshot of the last polls has listed it.
 * Otherwise nothing is said, and another snapshot follows.
 */
export function settleRemovals(ending: Ending, known: KnownProjects): Differences {
	const { established } = ending;
	if (!ending.snapshot.isSound || mayBeOld(ending.recent)) return established;
	const unseen = known.table.entries().filter(([, project]) => isUnseen(project));
	unseen.sort(([, a], [, b]) => a.ticks - b.ticks);
	const missing = unseen.filter(
		([id, project]) => !known.isListedNow(id) && !isRecent(project, ending),
	);
	const isCounted = isProvenByCount(ending, known.presentCount - missing.length);
	for (const [id, project] of missing) {
		// A project dated in the future has no known time of change: it may be too new for a replica.
		const isProven = isCounted && project.ticks !== FUTURE;
		const wasMissing = (project.marks & MARKS.wasMissing) > 0;
		const isGone = isProven || (wasMissing && established.doubtfulPolls >= MAX_OLD_POLLS);
		if (isGone && known.room > 0) known.remove(id, ticksOf(ending.present));
		else known.table.set(id, { ...project, marks: project.marks | MARKS.wasMissing });
	}
	const isExplained = unseen.every(([id]) => isRemoved(known.table.get(id)));
	const differences = nextDifference(ending, known.presentCount, isExplained);
	// What was found beside a removal may be another one, which a replica still hides.
	return missing.length > 0 ? { ...differences, differenceSince: ending.present } : differences;
}

const isUnseen = ({ marks }: KnownProject) => !(marks & (MARKS.isSeen | MARKS.isRemoved));

/** A replica that lags may not show a new project yet. */
function isRecent(project: KnownProject, { recent, options }: Ending): boolean {
	const { low = 0, high } = recent;
	const second = secondOf(project);
	return second >= low && second <= high + lookBackSeconds(options);
}

/** Whether all answers of a poll count so many. */
const allCount = ({ totals }: Ending, count: number | undefined) =>
	[...totals].every((total) => total === count);

/**
 * When the snapshot began, its first answer counted as many projects as have been listed of those known then: so these are
 * all that existed, and one that is missing was gone already. Nor does the service count more now than are left.
 */
function isProvenByCount(ending: Ending, left: number): boolean {
	const { seenOfKnown, countAtStart = 0 } = ending.snapshot;
	const { difference } = ending.established;
	const { totalItems = Infinity } = ending;
	const isCountListed = seenOfKnown === countAtStart - difference;
	return allCount(ending, totalItems) && isCountListed && left >= totalItems - difference;
}

/** A difference found for longer than Look Back, with no project missing and a steady count, is the service's own. */
function nextDifference(ending: Ending, presentCount: number, isExplained: boolean): Differences {
	const { established, options, present, snapshot, totalItems } = ending;
	const doubtfulPolls = isExplained ? 0 : established.doubtfulPolls || 1;
	if (totalItems === undefined) return { ...established, doubtfulPolls };
	const found = totalItems - presentCount;
	const isStill = allCount(ending, snapshot.countAtStart);
	const isSame = isStill && found === established.lastDifference;
	const differenceSince = isSame ? established.differenceSince : present;
	const isItsOwn = found === 0 || present - differenceSince > lookBackSeconds(options);
	const difference = isExplained && isItsOwn ? found : established.difference;
	return { difference, lastDifference: found, differenceSince, doubtfulPolls };
}
