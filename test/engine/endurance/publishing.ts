import { CredentialStore } from '../harness/credentialStore';
import { succeeded } from '../harness/executions';
import type { Access } from './service';
import { Watcher } from './watcher';
import { WATCHERS } from './watchers';

const EVENTS = ['created', 'updated'];
const ALL_EVENTS = [...EVENTS, 'archived', 'restored', 'completed', 'reopened'];

/** Those events need the memory of earlier values. */
const eventsOf = (remembers: boolean) => (remembers ? ALL_EVENTS : EVENTS);

export async function publishWatchers({ tokens, ...access }: Access): Promise<Watcher[]> {
	const store = new CredentialStore();
	const published = WATCHERS.map(async (kind, number) => {
		const { authentication, remembers, lookBack } = kind;
		const credentials = store.addBoth(access, { ...tokens[number] });
		const parameters = {
			authentication,
			events: eventsOf(remembers),
			output: 'raw',
			options: { lookBack, includePreviousValues: remembers },
		};
		return await Watcher.publish(kind, {
			store,
			credentials,
			parameters,
			onExecution: ({ done }) => done?.resolve(succeeded()),
		});
	});
	return await Promise.all(published);
}
