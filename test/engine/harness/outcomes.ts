import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { asSomebody } from './asSomebody';
import { runCollab, type CollabRun, type Outcome } from './runCollab';

interface Settings extends Pick<CollabRun, 'items' | 'settings'> {
	readonly parameters?: INodeParameters;
	readonly options?: INodeParameters;
}

/** Lists projects from that address; without a retry, unless `options` say otherwise. */
export async function listFrom(
	baseUrl: string,
	{ parameters, options, ...rest }: Settings = {},
): Promise<Outcome> {
	const more = { ...parameters, options: { maxRetryWait: 0, ...options } };
	return await runCollab({ ...asSomebody({ baseUrl }, more), ...rest });
}

/** What every error has in common, whatever its cause. */
export function expectFailure(outcome: Outcome, happened: RegExp, advice: RegExp): void {
	expect(outcome.error?.message).toMatch(happened);
	expect(outcome.error?.description).toMatch(advice);
	expect(outcome.error?.context['itemIndex']).toBe(0);
	expect(outcome.items).toEqual([]);
	expect(outcome.run.status).toBe('error');
	expectNoSecretIn(outcome);
}

/** A text of the item; empty where there is none. */
export function text({ json }: INodeExecutionData, field: string): string {
	const value = json[field];
	return typeof value === 'string' ? value : '';
}

/** What each execution was started with: "event name" of every item. */
export const delivered = ({ emitted }: { emitted: INodeExecutionData[][] }): string[][] =>
	emitted.map((items) => items.map((item) => `${text(item, 'event')} ${text(item, 'name')}`));

/** All text that can be reached from a value: names, values, and what errors hide from JSON (messages, stacks, causes). */
export function textIn(value: unknown, seen = new Set<unknown>()): string {
	if (typeof value === 'string') return value;
	if (typeof value !== 'object' || value === null || seen.has(value)) return '';
	seen.add(value);
	const parts = Reflect.ownKeys(value).map((key) => {
		const own: unknown = Reflect.get(value, key);
		return `${String(key)}: ${textIn(own, seen)}`;
	});
	return parts.join('\n');
}

/** Of the credentials of `asSomebody.ts`. */
const SECRETS = ['secret-key', 'secret-token', 'secret-refresh', 'secret-client'];

export function expectNoSecretIn(value: unknown): void {
	const all = textIn(value);
	for (const secret of SECRETS) expect(all).not.toContain(secret);
}
