/** Became Overdue, Due Soon and Became Stale: which of them hold for which projects. */
import type { Project } from '../contract';
import { type EvaluationTime, isDueWithin, isOverdue, isStaleFor } from '../query/computedFields';
import { ID_HASH_LENGTH, idHash } from './hash';
import { type ChangeOptions, CONDITION_EVENTS, type ConditionEvent } from './options';

export interface SavedConditions {
	/** When all projects were last read: the date in the workflow's time zone, as days since 1970. */
	readonly day: number;
	/** By the condition with its number of days: the `idHash` of each project for which it holds, one after the other. */
	readonly holding: Readonly<Record<string, string>>;
}

type ConditionOptions = Pick<ChangeOptions, 'events' | 'dueSoonDays' | 'staleDays'>;

interface Condition {
	readonly event: ConditionEvent;
	/** With other days it is another condition. */
	readonly name: string;
	readonly holds: (project: Project) => boolean;
	/** For which projects it held when they were last read; undefined until all were read once. */
	holding: HashSet | undefined;
	/** The same, of the list that is being read. */
	listed: HashSet;
}

/** Each is delivered once when it begins to hold, and again only after it has ceased to. */
export class Conditions {
	private constructor(
		private readonly conditions: readonly Condition[],
		private day: number | undefined,
		private readonly today: number,
	) {}

	/** What is damaged is read anew, and nothing is delivered for it. */
	static open(saved: unknown, options: ConditionOptions, at: EvaluationTime): Conditions {
		const { day, holding } = isRecord(saved) ? saved : {};
		const known = isRecord(holding) ? holding : {};
		const conditions = CONDITION_EVENTS.filter((event) => options.events.includes(event)).map(
			(event) => conditionOf(event, options, at, known),
		);
		return new Conditions(conditions, typeof day === 'number' ? day : undefined, at.today);
	}

	/** Whether a condition is new: nothing is delivered for those for which it holds already. */
	get isNew(): boolean {
		return this.conditions.some(({ holding }) => holding === undefined);
	}

	/** A new day, or a new condition. */
	get isDue(): boolean {
		return this.conditions.length > 0 && (this.day !== this.today || this.isNew);
	}

	/** What begins to hold with this version of a project. */
	note(project: Project): ConditionEvent[] {
		return this.begunFor(project, (condition, id, holds) => {
			if (holds) condition.holding?.add(id);
			else condition.holding?.delete(id);
		});
	}

	startList(): void {
		for (const condition of this.conditions) condition.listed = new HashSet('');
	}

	/** The same for a project of a list of all projects, which counts only if the list is read to its end. */
	noteListed(project: Project): ConditionEvent[] {
		return this.begunFor(project, ({ listed }, id, holds) => {
			if (holds) listed.add(id);
		});
	}

	endList(): void {
		for (const condition of this.conditions) condition.holding = condition.listed;
		this.day = this.today;
	}

	toSaved(): SavedConditions | undefined {
		const { conditions, day } = this;
		if (conditions.length === 0 || day === undefined) return undefined;
		const known = conditions.flatMap(({ name, holding }) =>
			holding ? [[name, holding.toSaved()] as const] : [],
		);
		return { day, holding: Object.fromEntries(known) };
	}

	private begunFor(
		project: Project,
		keep: (condition: Condition, id: string, holds: boolean) => void,
	): ConditionEvent[] {
		if (this.conditions.length === 0) return [];
		const id = idHash(project.id);
		return this.conditions.flatMap((condition) => {
			const { event, holding } = condition;
			const holds = condition.holds(project);
			const hasBegun = holds && holding !== undefined && !holding.has(id);
			keep(condition, id, holds);
			return hasBegun ? [event] : [];
		});
	}
}

function conditionOf(
	event: ConditionEvent,
	options: ConditionOptions,
	at: EvaluationTime,
	known: Readonly<Record<string, unknown>>,
): Condition {
	const days = { becameOverdue: 0, dueSoon: options.dueSoonDays, becameStale: options.staleDays };
	const name = `${event} ${days[event]}`;
	const saved = Object.hasOwn(known, name) ? known[name] : undefined;
	const holding = HashSet.open(saved);
	return { event, name, holds: holdsFor(event, options, at), holding, listed: new HashSet('') };
}

/** Whether it holds for a project at that time. What is not known of a project makes nothing hold. */
export function holdsFor(
	event: ConditionEvent,
	{ dueSoonDays, staleDays }: ConditionOptions,
	at: EvaluationTime,
): (project: Project) => boolean {
	const conditions = {
		becameOverdue: (project: Project) => isOverdue(project, at),
		dueSoon: (project: Project) => isDueWithin(dueSoonDays, project, at),
		becameStale: (project: Project) => isStaleFor(staleDays, project, at),
	};
	return (project) => conditions[event](project) === true;
}

/** ID hashes, as one text, which is split when it is needed. */
class HashSet {
	private hashes: Set<string> | undefined;

	constructor(private text: string | undefined) {}

	static open(saved: unknown): HashSet | undefined {
		const isUsable = typeof saved === 'string' && saved.length % ID_HASH_LENGTH === 0;
		return isUsable ? new HashSet(saved) : undefined;
	}

	has(hash: string): boolean {
		return this.split().has(hash);
	}

	add(hash: string): void {
		if (this.has(hash)) return;
		this.split().add(hash);
		this.text = undefined;
	}

	delete(hash: string): void {
		if (this.split().delete(hash)) this.text = undefined;
	}

	toSaved(): string {
		this.text ??= [...this.split()].join('');
		return this.text;
	}

	private split(): Set<string> {
		if (this.hashes) return this.hashes;
		const { text = '' } = this;
		const count = text.length / ID_HASH_LENGTH;
		const hashAt = (_: unknown, index: number) =>
			text.slice(index * ID_HASH_LENGTH, (index + 1) * ID_HASH_LENGTH);
		this.hashes = new Set(Array.from({ length: count }, hashAt));
		return this.hashes;
	}
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null;
}
