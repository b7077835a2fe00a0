import type { ChangedProject } from '../../../nodes/Collab/core/changes/options';
import type { Stored } from './listing';

/**
 * What the trigger owes, kept without knowing how it works: every version that a project took on, when, and what
 * was delivered. Its memory is complete, and it never compares dates to decide what is new.
 */
export class Ledger {
	private readonly current = new Map<string, string>();

	private readonly changedAtEvent = new Map<string, number>();

	/** How often a project became this version since watching began. */
	private became = new Map<string, number>();

	private readonly delivered = new Map<string, number>();

	private readonly lastDelivered = new Map<string, string>();

	private readonly complaintsSoFar: string[] = [];

	private events = 0;

	private begunAtEvent: number | undefined;

	private mayRepeat = false;

	get hasBegun(): boolean {
		return this.begunAtEvent !== undefined;
	}

	/** To be called after everything that can change what the listing shows. */
	observe(visible: readonly Stored[]): void {
		const rows = new Map(visible.map((row) => [row.id, JSON.stringify(row)]));
		for (const [id, row] of rows) {
			if (this.current.get(id) === row) continue;
			this.events += 1;
			this.current.set(id, row);
			this.changedAtEvent.set(id, this.events);
			count(this.became, row);
		}
		for (const id of this.current.keys()) if (!rows.has(id)) this.current.delete(id);
	}

	/** Before a poll that may be the first: what changes while it reads may be told, or belong to the baseline. */
	prepare(): void {
		if (!this.hasBegun) this.became = new Map();
	}

	begin(): void {
		this.begunAtEvent ??= this.events;
	}

	beginAgain(): void {
		this.begunAtEvent = undefined;
	}

	allowRepetition(): void {
		this.mayRepeat = true;
	}

	deliver(changes: readonly ChangedProject[]): void {
		const stamps = changes.map(({ project }) => JSON.stringify(project['updated_at']));
		if (stamps.join() !== stamps.toSorted().join())
			this.complaintsSoFar.push(`order: ${stamps.join()}`);
		for (const { project } of changes) {
			const row = JSON.stringify(project);
			count(this.delivered, row);
			this.lastDelivered.set(project.id, row);
			const isOnceTooOften = (this.delivered.get(row) ?? 0) > (this.became.get(row) ?? 0);
			if (isOnceTooOften && !this.mayRepeat) this.complaintsSoFar.push(`twice: ${row}`);
		}
	}

	/** After quiet: what is wrong. */
	complaints(): string[] {
		const begun = this.begunAtEvent ?? Infinity;
		const owed = [...this.current].filter(([id]) => (this.changedAtEvent.get(id) ?? 0) > begun);
		const lost = owed.filter(([id, row]) => this.lastDelivered.get(id) !== row);
		return [...this.complaintsSoFar, ...lost.map(([, row]) => `lost: ${row}`)];
	}
}

function count(counts: Map<string, number>, key: string): void {
	counts.set(key, (counts.get(key) ?? 0) + 1);
}
