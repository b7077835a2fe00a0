import type { ActiveTrigger } from './activateTrigger';

type Item = ActiveTrigger['emitted'][number][number];

/** A text of the item; empty where there is none. */
export function text({ json }: Item, field: string): string {
	const value = json[field];
	return typeof value === 'string' ? value : '';
}

/** What each execution was started with: "event name" of every item. */
export const delivered = ({ emitted }: Pick<ActiveTrigger, 'emitted'>): string[][] =>
	emitted.map((items) => items.map((item) => `${text(item, 'event')} ${text(item, 'name')}`));
