import { createHash } from 'node:crypto';
import type { ProjectRecord } from '../../../dev/sandbox';
import type { WatcherName } from './watchers';

/** An item of the trigger, taken apart. */
export interface DeliveredItem {
	readonly event: string;
	readonly changes: Readonly<Record<string, { from?: unknown; to: unknown }>>;
	readonly project: ProjectRecord;
}

/** What came of the polls of one trigger in one round. */
export interface Delivery {
	readonly watcher: WatcherName;
	readonly items: readonly DeliveredItem[];
	/** n8n came back with the state before the items of the delivery before: they have to come again. */
	readonly lostLastState: boolean;
	/**
	 * When the last poll ended well, and had the time to read all: how many changes there were when it began. All of these
	 * have to be delivered by now.
	 */
	readonly dueChanges: number | undefined;
}

/** The versions that projects took on since watching began. */
export class Versions {
	/** How many changes there were. */
	total = 0;

	private readonly counts = new Map<string, number>();

	/** Gives how many changes there were, this one included. */
	add(project: ProjectRecord): number {
		this.total += 1;
		increase(this.counts, nameOf(project), 1);
		return this.total;
	}

	/** How often a project became this version: taken back and made again within a second, it is the same. */
	countOf(name: string): number {
		return this.counts.get(name) ?? 0;
	}
}

interface Entry {
	readonly name: string;
	readonly id: string;
	readonly deliveredBefore: ProjectRecord | undefined;
}

/** What one trigger owes and has delivered, kept without knowing how it works. */
export class Ledger {
	/** Projects whose present version was not delivered yet, with the number of the change that led to it. */
	private readonly owed = new Map<string, number>();

	private readonly toldCounts = new Map<string, number>();

	private readonly lastDelivered: Map<string, ProjectRecord>;

	private lastItems: Entry[] = [];

	constructor(
		private readonly versions: Versions,
		private readonly current: (id: string) => ProjectRecord | undefined,
		/** Whose earlier values an item has to give. */
		private readonly rememberedFields: ReadonlyArray<keyof ProjectRecord>,
		baseline: readonly ProjectRecord[],
	) {
		this.lastDelivered = new Map(baseline.map((project) => [project.id, project]));
	}

	noteChange(id: string, changeNumber: number): void {
		this.owed.set(id, changeNumber);
	}

	/** What is removed can be seen no more. */
	noteRemoval(id: string): void {
		this.owed.delete(id);
	}

	/** Gives what is wrong: nothing, as long as the trigger keeps its promise. */
	note({ items, lostLastState, dueChanges }: Omit<Delivery, 'watcher'>): string[] {
		if (lostLastState) this.forgetLastItems();
		if (items.length > 0) this.lastItems = [];
		const stamps = items.map(({ project }) => project.updated_at);
		const isInOrder = stamps.join() === stamps.toSorted().join();
		return [
			...(isInOrder ? [] : [`not oldest first: ${stamps.join()}`]),
			...items.flatMap((item) => this.noteItem(item)),
			...(dueChanges === undefined ? [] : this.lost(dueChanges)),
		];
	}

	private noteItem(item: DeliveredItem): string[] {
		const { changes, project } = item;
		const { id } = project;
		const name = nameOf(project);
		const deliveredBefore = this.lastDelivered.get(id);
		this.lastItems.push({ name, id, deliveredBefore });
		this.lastDelivered.set(id, project);
		this.settle(id);
		const isOnceTooOften = increase(this.toldCounts, name, 1) > this.versions.countOf(name);
		const isDifference = sorted(changes) === sorted(this.difference(deliveredBefore, project));
		return [
			...(isOnceTooOften ? [`delivered once too often: ${JSON.stringify(item)}`] : []),
			...(isDifference ? [] : [`wrong changes: ${JSON.stringify({ deliveredBefore, item })}`]),
		];
	}

	private difference(
		before: ProjectRecord | undefined,
		after: ProjectRecord,
	): DeliveredItem['changes'] {
		if (!before) return {};
		const fields = this.rememberedFields.filter((field) => before[field] !== after[field]);
		return Object.fromEntries(
			fields.map((field) => [field, { from: before[field], to: after[field] }]),
		);
	}

	private settle(id: string): void {
		const [project, delivered] = [this.current(id), this.lastDelivered.get(id)];
		if (!project || (delivered && nameOf(project) === nameOf(delivered))) this.owed.delete(id);
		else if (!this.owed.has(id)) this.owed.set(id, 0);
	}

	private lost(dueChanges: number): string[] {
		const overdue = Array.from(this.owed).filter(([, changeNumber]) => changeNumber <= dueChanges);
		return overdue.map(([id]) => `lost: ${JSON.stringify(this.current(id))}`);
	}

	private forgetLastItems(): void {
		for (const { name, id, deliveredBefore } of this.lastItems.toReversed()) {
			increase(this.toldCounts, name, -1);
			if (deliveredBefore) this.lastDelivered.set(id, deliveredBefore);
			else this.lastDelivered.delete(id);
			this.settle(id);
		}
		this.lastItems = [];
	}
}

/** Short, so that hundreds of thousands of versions can be distinguished. */
function nameOf(project: ProjectRecord): string {
	return createHash('sha1').update(JSON.stringify(project)).digest('base64');
}

function sorted(fields: object): string {
	return JSON.stringify(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function increase(counts: Map<string, number>, key: string, by: number): number {
	const count = (counts.get(key) ?? 0) + by;
	counts.set(key, count);
	return count;
}
