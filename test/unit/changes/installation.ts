import { advance } from '../../../nodes/Collab/core/changes/advance';
import type { ChangedProject, ChangeOptions } from '../../../nodes/Collab/core/changes/options';
import { readState } from '../../../nodes/Collab/core/changes/state';
import { readChanges } from '../../../nodes/Collab/core/changes/reading';
import type { ProjectSource } from '../../../nodes/Collab/core/changes/seek';

export const OPTIONS: ChangeOptions = {
	account: 'https://service.test/v1',
	status: 'all',
	events: ['created', 'updated'],
	fieldsToWatch: [],
	startFrom: 'now',
	lookBackMs: 300_000,
};

/** What n8n keeps for the node. */
export interface StaticData {
	cursor?: unknown;
}

export interface PollContext {
	readonly source: ProjectSource;
	readonly options: ChangeOptions;
	readonly nowMs: number;
	readonly timeUsed?: () => number;
}

export type Poll = (data: StaticData, context: PollContext) => Promise<readonly ChangedProject[]>;

/** The trigger's poll, without n8n around it. */
export const poll: Poll = async (data, { source, options, nowMs, timeUsed = () => 0 }) => {
	const before = readState(data.cursor, options);
	const reading = await readChanges(source, before, options, { nowMs, timeUsed });
	const current = readState(data.cursor, options);
	if (current.turn !== before.turn) return [];
	const { changes, next } = advance(current, reading, options);
	data.cursor = next;
	return changes;
};

export type CommitRule = 'classic' | 'durable';

/** An n8n that runs one trigger, with n8n's two ways of keeping what a poll has written. */
export class Installation {
	private live: StaticData = {};

	private saved = '{}';

	constructor(
		readonly rule: CommitRule,
		private readonly pollOnce: Poll = poll,
	) {}

	/** Bytes that the database holds. */
	get savedSize(): number {
		return this.saved.length;
	}

	/** What a poll finds. */
	get cursor(): unknown {
		return this.open().cursor;
	}

	get hasSaved(): boolean {
		return this.saved !== '{}';
	}

	/** Publishing the workflow polls once; the durable scheduler forgets what it wrote unless it emits. */
	async register(context: PollContext) {
		const data = this.open();
		const emitted = await this.pollOnce(data, context);
		if (this.rule === 'classic' || emitted.length > 0) this.save(data);
		return emitted;
	}

	async tick(context: PollContext) {
		const data = this.open();
		const emitted = await this.pollOnce(data, context);
		if (this.rule === 'durable' || emitted.length > 0) this.save(data);
		return emitted;
	}

	/** Only what was saved survives. */
	restart(): void {
		this.live = JSON.parse(this.saved) as StaticData;
	}

	private open(): StaticData {
		return this.rule === 'classic' ? this.live : (JSON.parse(this.saved) as StaticData);
	}

	private save(data: StaticData): void {
		this.saved = JSON.stringify(data);
	}
}
