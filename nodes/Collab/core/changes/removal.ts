/** Says at the end of a snapshot which projects are gone, where the service's own count proves it. */
import { type KnownProjects, isRemoved } from './known';
import { type ChangeOptions, isRemovedChosen } from './options';
import type { SnapshotEnd } from './snapshot';
import type { Established, RecentState } from './state';
import { type KnownProject, MARKS, secondOf, ticksOf } from './table';
import { lookBackSeconds, mayBeOld } from './watermarks';

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
interface Ending {
	readonly options: ChangeOptions;
	readonly recent: RecentState;
	readonly established: Established;
	/** How many projects the recent changes of the same poll counted. */
	readonly totalItems: number | undefined;
	/** The second of the service's clock. */
	readonly present: number;
}

/**
 * A project that the snapshot has not listed is gone if, of those known when it began, as many were listed as its first answer
 * counted, and the service does not count more now than are left; or if the last snapshot has not listed it either. Otherwise
 * nothing is said, and another snapshot follows.
 */
export function settleRemovals(
	{ snapshot, totals }: SnapshotEnd,
	ending: Ending,
	known: KnownProjects,
): Pick<Established, 'difference' | 'lastDifference'> {
	const { recent, established, totalItems, present } = ending;
	const { difference, lastDifference } = established;
	if (!snapshot.isSound || mayBeOld(recent)) return { difference, lastDifference };
	const unseen = known.table.entries().filter(([, project]) => isUnseen(project));
	unseen.sort(([, a], [, b]) => a.ticks - b.ticks);
	const missing = unseen.filter(([, project]) => !isRecent(project, ending));
	const left = known.presentCount - missing.length;
	const isOneTotal = totalItems !== undefined && [...totals].every((total) => total === totalItems);
	const isCounted =
		isOneTotal &&
		snapshot.seenOfKnown === (snapshot.countAtStart ?? 0) - difference &&
		left >= totalItems - difference;
	for (const [id, project] of missing) {
		const isGone = isCounted || (project.marks & MARKS.wasMissing) > 0;
		if (isGone && known.room > 0) known.remove(id, ticksOf(present));
		else known.table.set(id, { ...project, marks: project.marks | MARKS.wasMissing });
	}
	const isExplained = unseen.every(([id]) => isRemoved(known.table.get(id)));
	const found = totalItems === undefined ? lastDifference : totalItems - known.presentCount;
	// What is found twice, while no project is missing and none comes or goes, is the service's own.
	const isStill = isOneTotal && totalItems === snapshot.countAtStart;
	const isItsOwn = isExplained && (found === 0 || (isStill && found === lastDifference));
	return { difference: isItsOwn ? found : difference, lastDifference: found };
}

const isUnseen = ({ marks }: KnownProject) => !(marks & (MARKS.isSeen | MARKS.isRemoved));

/** A replica that lags may not show a new project yet. */
function isRecent(project: KnownProject, { recent, options }: Ending): boolean {
	const { low = 0, high = 0 } = recent;
	const second = secondOf(project);
	return second >= low && second <= high + lookBackSeconds(options);
}
