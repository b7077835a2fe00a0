/** What one poll works with: its options and what follows from them, n8n's clock, and the reader. */
import type { FetchPage } from '../contract';
import { evaluationTimeIn } from '../query/computedFields';
import { hashOf } from '../query/version';
import { MS_PER_SECOND } from '../time';
import { conditionsOf } from './events';
import type { ChangeOptions } from './options';
import { PollReader, type PollRuntime } from './pollReader';
import type { Needs } from './state';
import { MAX_PROJECTS } from './table';
import { KeptValues } from './values';

export class PollContext {
	readonly conditions: ReturnType<typeof conditionsOf>;
	readonly kept: KeptValues;
	/** Null where no values are kept, and neither a condition nor Removed is chosen: then recent changes are enough. */
	readonly needs: Needs | null;
	readonly reader: PollReader;
	/** Look Back in seconds. */
	readonly lookBackS: number;
	/** n8n's clock when the poll began, in seconds since 1970. It is used for durations, and to tell the date. */
	readonly startedAt: number;

	constructor(
		fetchPage: FetchPage,
		readonly options: ChangeOptions,
		readonly runtime: PollRuntime,
	) {
		this.startedAt = this.secondsNow();
		this.lookBackS = Math.ceil(options.lookBackMs / MS_PER_SECOND);
		this.conditions = conditionsOf(options, evaluationTimeIn(options.timeZone, runtime.now()));
		this.kept = new KeptValues(options);
		const { fields } = this.kept;
		const events = this.conditions.map(({ name }) => name);
		if (options.events.includes('removed')) events.push(`removed ${hashOf(options.inclusion)}`);
		this.needs = fields.length + events.length === 0 ? null : { fields, events };
		this.reader = new PollReader(fetchPage, runtime, this.needs ? MAX_PROJECTS : Infinity);
	}

	/** n8n's clock now, in seconds since 1970. */
	secondsNow(): number {
		return Math.floor(this.runtime.now() / MS_PER_SECOND);
	}
}
