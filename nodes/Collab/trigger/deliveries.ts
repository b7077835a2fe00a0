/** The changes on their way to executions, until these have begun. */
import { versionOf } from '../core/changes/hash';
import { type Change, CONDITION_EVENTS } from '../core/changes/options';
import { isComplete } from '../core/query/computedFields';

/** One change, and how often it was delivered. */
export interface Delivery {
	readonly change: Change;
	readonly version: string;
	/** Whether an earlier change, which no execution began with, is part of it: no poll finds that again. */
	readonly hasEarlier: boolean;
	count: number;
	/** Its last execution did not begin: the next poll delivers it again. */
	isUndelivered: boolean;
}

export interface Failed {
	/** How many of them are delivered again. */
	readonly again: number;
	/** Ids of the projects whose changes are not. */
	readonly givenUp: readonly string[];
}

/** An execution that takes its worker down each time must not go on forever. */
const MAX_DELIVERIES = 3;

/** As many as one poll finds at most: a whole execution can be delivered again, and n8n can hold it together with another. */
const MAX_UNDELIVERED = 20_000;

/** n8n before 2.40 does not say when it could not create an execution, which would be waited for forever. */
const MAX_UNDER_WAY = 5 * MAX_UNDELIVERED;

/** Of each project its newest change only: an older one is of no use beside or after it. Events of other kinds stand for themselves. */
export class Deliveries {
	/** By `keyOf`; the oldest delivery first. */
	private readonly newest = new Map<string, Delivery>();

	/** What the next execution begins with: what is undelivered, then what was found. */
	next(found: readonly Change[]): Delivery[] {
		const undelivered = this.undelivered();
		const byKey = new Map(undelivered.map((delivery) => [keyOf(delivery.change), delivery]));
		const fresh = found.map((change) => {
			const earlier = byKey.get(keyOf(change));
			byKey.delete(keyOf(change));
			return deliveryOf(change, earlier);
		});
		return [...byKey.values(), ...fresh];
	}

	/** They are emitted. */
	start(deliveries: readonly Delivery[]): void {
		for (const delivery of deliveries) {
			const key = keyOf(delivery.change);
			delivery.count += 1;
			delivery.isUndelivered = false;
			this.newest.delete(key);
			this.newest.set(key, delivery);
		}
		for (const key of this.newest.keys()) {
			if (this.newest.size <= MAX_UNDER_WAY) break;
			this.newest.delete(key);
		}
	}

	/** Their execution ran, or they are found again anyway. */
	end(deliveries: readonly Delivery[]): void {
		for (const delivery of this.current(deliveries)) {
			delivery.isUndelivered = false;
			this.newest.delete(keyOf(delivery.change));
		}
	}

	/** Their execution did not begin. */
	fail(deliveries: readonly Delivery[]): Failed {
		const current = this.current(deliveries);
		for (const delivery of current) delivery.isUndelivered = true;
		const spent = current.filter(({ count }) => count >= MAX_DELIVERIES);
		const kept = this.undelivered().filter(({ count }) => count < MAX_DELIVERIES);
		const givenUp = [...spent, ...kept.slice(0, -MAX_UNDELIVERED)];
		this.end(givenUp);
		const again = current.filter(({ isUndelivered }) => isUndelivered).length;
		return { again, givenUp: givenUp.map(({ change }) => change.project.id) };
	}

	forget(): void {
		this.newest.clear();
	}

	private undelivered(): Delivery[] {
		return [...this.newest.values()].filter(({ isUndelivered }) => isUndelivered);
	}

	/** Without those of which a newer version was delivered meanwhile. */
	private current(deliveries: readonly Delivery[]): Delivery[] {
		return deliveries.filter((one) => this.newest.get(keyOf(one.change)) === one);
	}
}

/** What else a project's change says does not make up for these. */
const EVENTS_OF_THEIR_OWN: ReadonlyArray<Change['event']> = [...CONDITION_EVENTS, 'removed'];

function keyOf({ event, project }: Change): string {
	return `${EVENTS_OF_THEIR_OWN.includes(event) ? event : ''}/${project.id}`;
}

function deliveryOf(change: Change, earlier: Delivery | undefined): Delivery {
	const version = versionOf(change.project);
	const isSame = earlier?.version === version;
	return {
		change: earlier ? merged(earlier.change, change) : change,
		version,
		hasEarlier: earlier !== undefined,
		count: isSame ? earlier.count : 0,
		isUndelivered: false,
	};
}

/** Two changes of a project as one, since nobody saw the state between them. */
function merged(earlier: Change, later: Change): Change {
	const changes = { ...earlier.changes };
	for (const [field, change] of Object.entries(later.changes)) {
		changes[field] = { ...change, ...(changes[field] ? fromOf(changes[field]) : {}) };
	}
	return { project: later.project, event: eventOf(earlier, later), changes };
}

function fromOf({ from }: Change['changes'][string]) {
	return from === undefined ? {} : { from };
}

/** What is new stays new; what was archived, restored, completed or reopened is no mere update while it is so. */
function eventOf(earlier: Change, later: Change): Change['event'] {
	if (earlier.event === 'created' || earlier.event === 'existing') return earlier.event;
	const isAsBefore =
		earlier.project['status'] === later.project['status'] &&
		isComplete(earlier.project) === isComplete(later.project);
	return later.event === 'updated' && isAsBefore ? earlier.event : later.event;
}
