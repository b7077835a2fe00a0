import { setTimeout as sleep } from 'node:timers/promises';
import type { Incident, Round } from './plan';
import type { Service } from './service';
import type { Watcher } from './watcher';

export interface Stage {
	readonly service: Service;
	readonly watchers: readonly Watcher[];
	readonly changesMeanwhile: number;
}

/** Shorter than the time that a poll waits for a service which is not there. */
const SHORT_OUTAGE_MS = 600;

const MANY_CHANGES: Round['changes'] = { count: 300, withinSeconds: 0 };

/** What goes on in a round: in the end, both triggers have polled. */
export const INCIDENTS: Readonly<Record<Incident, (stage: Stage) => Promise<void>>> = {
	none: pollAmongChanges,

	'polls overlap': async ({ watchers }) => await each(watchers, (watcher) => watcher.poll(3)),

	'tokens expire': async (stage) => {
		await stage.service.command({ tokensExpire: true });
		await pollAmongChanges(stage);
	},

	outage: async ({ service, watchers }) => {
		await service.command({ listening: false });
		await each(watchers, (watcher) => watcher.poll());
		await service.command({ listening: true });
	},

	'outage that ends while polls wait': async ({ service, watchers }) => {
		await service.command({ listening: false });
		const polls = each(watchers, (watcher) => watcher.poll());
		await sleep(SHORT_OUTAGE_MS);
		await service.command({ listening: true });
		await polls;
	},

	'service restarts while polls read': async ({ service, watchers }) => {
		// A connection that breaks under the answer with a new refresh token would cost the access for good.
		await service.command({ tokensExpire: true });
		await each(watchers, (watcher) => watcher.poll());
		await service.command({ changes: MANY_CHANGES });
		const polls = each(watchers, (watcher) => watcher.poll());
		await service.command({ listening: false });
		await service.command({ listening: true });
		await polls;
	},

	'n8n restarts': async (stage) => {
		await each(stage.watchers, (watcher) => watcher.restart());
		await pollAmongChanges(stage);
	},

	'n8n restarts while polls read': async (stage) => {
		const polls = each(stage.watchers, (watcher) => watcher.poll());
		await stage.service.command({ changes: MANY_CHANGES });
		await each(stage.watchers, (watcher) => watcher.restart());
		await polls;
		await pollAmongChanges(stage);
	},

	'n8n restarts during an outage': async (stage) => {
		await stage.service.command({ listening: false });
		await each(stage.watchers, (watcher) => watcher.restart());
		await stage.service.command({ listening: true });
		await pollAmongChanges(stage);
	},

	'n8n crashes and loses what it saved last': async (stage) => {
		await each(stage.watchers, (watcher) => watcher.crash());
		await pollAmongChanges(stage);
	},
};

async function pollAmongChanges({ service, watchers, changesMeanwhile }: Stage): Promise<void> {
	await Promise.all([
		each(watchers, (watcher) => watcher.poll()),
		service.command({ changesMeanwhile }),
	]);
}

async function each(
	watchers: readonly Watcher[],
	act: (watcher: Watcher) => Promise<void>,
): Promise<void> {
	await Promise.all(watchers.map(act));
}
