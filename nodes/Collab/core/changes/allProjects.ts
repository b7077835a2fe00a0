/**
 * What the events need that are about all projects and not only about those that changed: Project Removed, Became Overdue, Due
 * Soon and Became Stale. A whole list is read for them when the trigger begins, at the first poll of a day, and when the total
 * of the service is not the number of projects that are known.
 */
import type { ListQuery, Project } from '../contract';
import { CollabError, type ErrorKind } from '../errors';
import { paginate } from '../pagination/paginator';
import { evaluationTimeIn } from '../query/computedFields';
import { MAX_CONCURRENT_REQUESTS, TIME_TO_READ } from '../scan/scan';
import { Conditions, type SavedConditions } from './conditions';
import { isIncluded } from './events';
import { KnownProjects, type SavedKnownProjects } from './knownProjects';
import type { Change, ChangeOptions, ConditionEvent, PollContext } from './options';
import type { PreviousValues } from './previousValues';

export interface SavedAllProjects {
	readonly known?: SavedKnownProjects | undefined;
	readonly conditions?: SavedConditions | undefined;
}

/** Updates move nothing in this order. */
const IN_ORDER_OF_CREATION: ListQuery = { status: 'all', sortBy: 'created_at', order: 'asc' };

/** As JSON in UTF-8: together with everything else that may be saved, less than 2 MB. Previous values take up to 0.9 MB. */
const MAX_BYTES = 1_200_000;
const MAX_BYTES_BESIDE_VALUES = 300_000;

/** What the next poll may do better. */
const MAY_PASS: readonly ErrorKind[] = ['listKeptChanging', 'listUnstable', 'listTooLong'];

export class AllProjects {
	/** Whether it may be larger than what was saved, which fitted. */
	private hasChanged = false;

	private constructor(
		private readonly options: ChangeOptions,
		private readonly known: KnownProjects,
		private readonly conditions: Conditions,
	) {}

	static open(
		saved: SavedAllProjects | undefined,
		options: ChangeOptions,
		nowMs: number,
	): AllProjects {
		const at = evaluationTimeIn(options.timeZone, nowMs);
		const known = KnownProjects.open(saved?.known, options, nowMs);
		return new AllProjects(options, known, Conditions.open(saved?.conditions, options, at));
	}

	/** Notes a project that changed, and gives what begins to hold with the change. */
	note(project: Project): Change[] {
		this.hasChanged = true;
		this.known.note(project);
		return this.begun(project, this.conditions.note(project));
	}

	/**
	 * Reads all projects where that is needed before anything can be noticed. Nothing is delivered for what is new and holds
	 * already; what was watched before the options changed goes on.
	 *
	 * @throws CollabError `listTooLong` when the poll has too little time for it, and what reading a list fails with
	 */
	async begin(context: PollContext): Promise<Change[]> {
		return this.known.isNew || this.conditions.isNew ? await this.readAll(context) : [];
	}

	/** Reads all projects where there is reason to; where that does not succeed, the next poll tries again. */
	async changes(context: PollContext, totalItems: number): Promise<Change[]> {
		const { runtime } = context;
		const isDue = this.conditions.isDue || this.known.isDue(totalItems);
		if (!isDue) return [];
		return await this.readAll(context).catch((error: unknown) => {
			const mayPass = error instanceof CollabError && MAY_PASS.includes(error.kind);
			// A request may have been under way when time ran out.
			if (mayPass || runtime.timeUsed() > TIME_TO_READ) return [];
			throw error;
		});
	}

	/** @throws CollabError `tooManyProjects`, with the total of the service */
	toSaved(
		totalItems: number,
		{ isNeeded, isNew }: Pick<PreviousValues, 'isNeeded' | 'isNew'>,
	): SavedAllProjects | undefined {
		const saved = { known: this.known.toSaved(), conditions: this.conditions.toSaved() };
		if (!saved.known && !saved.conditions) return undefined;
		const maxBytes = isNeeded ? MAX_BYTES_BESIDE_VALUES : MAX_BYTES;
		// An idle poll need not measure a megabyte again, except where previous values that are new leave less room.
		const mayExceed = this.hasChanged || (isNeeded && isNew);
		if (mayExceed && Buffer.byteLength(JSON.stringify(saved)) > maxBytes) {
			throw new CollabError('tooManyProjects', { totalItems });
		}
		return saved;
	}

	private async readAll({ fetchPage, runtime }: PollContext): Promise<Change[]> {
		const { known, conditions } = this;
		const changes: Change[] = [];
		let totalItems = 0;
		let rowsRead = 0;
		this.hasChanged = true;
		known.startList();
		conditions.startList();
		const options = {
			query: IN_ORDER_OF_CREATION,
			limit: Infinity,
			maxConcurrentRequests: MAX_CONCURRENT_REQUESTS,
			now: () => runtime.now(),
		};
		for await (const batch of paginate(fetchPage, options)) {
			({ totalItems, rowsRead } = batch);
			for (const project of batch.projects) {
				known.noteListed(project);
				changes.push(...this.begun(project, conditions.noteListed(project)));
			}
			if (runtime.timeUsed() > TIME_TO_READ) {
				throw new CollabError('listTooLong', { rowsRead, totalItems });
			}
			await runtime.yieldToEventLoop();
		}
		conditions.endList();
		return [...changes, ...known.endList(totalItems)];
	}

	private begun(project: Project, events: readonly ConditionEvent[]): Change[] {
		if (events.length === 0 || !isIncluded(project, this.options)) return [];
		return events.map((event) => ({ project, event, changes: {} }));
	}
}
