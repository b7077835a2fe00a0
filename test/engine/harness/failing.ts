import type { INodeParameters } from 'n8n-workflow';
import { asSomebody } from './asSomebody';
import { runCollab, type CollabRun, type Outcome } from './runCollab';
import { expectNoSecretIn } from './textIn';

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
