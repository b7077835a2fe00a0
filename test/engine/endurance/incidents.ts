import { setTimeout as sleep } from 'node:timers/promises';
import type { World } from './endurance';

/** What can happen to the triggers of a world; at its end, each has polled. */
export const INCIDENTS: Readonly<Record<string, (world: World) => Promise<void>>> = {
	burst: async (world) => {
		world.change(500 + world.draw(2500), world.draw(20));
		await world.poll(90);
	},
	'rate limit': async (world) => {
		world.sandbox.configure({ requestsPerSecond: 20 });
		world.change(400);
		await world.poll();
	},
	faults: async (world) => {
		world.sandbox.configure({ faultRate: 0.25 });
		world.change(400);
		await world.poll();
	},
	'tokens expire': async (world) => {
		world.sandbox.expireAccessTokens();
		await world.poll();
	},
	'polls overlap': async (world) => await world.poll(5, 3),
	'outage that ends while polls wait': async (world) => {
		await world.sandbox.stopListening();
		const polls = world.poll();
		await sleep(600);
		await world.sandbox.listenAgain();
		await polls;
	},
	'service restarts while polls read': async (world) => {
		// A connection that breaks under the answer with a new refresh token would cost the access for good.
		world.sandbox.expireAccessTokens();
		await world.poll();
		world.change(300);
		const polls = world.poll(0);
		await world.sandbox.stopListening();
		await world.sandbox.listenAgain();
		await polls;
	},
	'n8n restarts while polls read': async (world) => {
		world.change(300);
		const polls = world.poll(0);
		await world.each(async (watcher) => await watcher.restart());
		await polls;
		await world.poll();
	},
	'n8n restarts during an outage': async (world) => {
		await world.sandbox.stopListening();
		await world.each(async (watcher) => await watcher.restart());
		await world.sandbox.listenAgain();
		await world.poll();
	},
	'n8n crashes and loses what it saved last': async (world) => {
		await world.each(async (watcher) => await watcher.crash());
		await world.poll();
	},
	'long outage': async (world) => {
		await world.sandbox.stopListening();
		await world.poll(0);
		await world.sandbox.listenAgain();
	},
};

/** Where polls may fail. */
export const MAY_FAIL = ['faults', 'long outage', 'n8n restarts during an outage'];
