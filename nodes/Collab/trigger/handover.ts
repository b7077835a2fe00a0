/**
 * What becomes of the items after a poll. n8n tells, but does not ask by itself, and goes on in two cases that would cost
 * or double changes:
 *
 * In queue mode an execution can end with its worker. n8n then reports it as failed, never repeats it and drops its items,
 * while the trigger's place is long past them. So such items are told again by the next poll.
 *
 * Under the durable scheduler the place is saved together with the execution, but the next poll may begin before that, and
 * would tell the same changes. So a poll that begins from a state whose changes are being told tells nothing.
 */
import type { INodeExecutionData, IPollFunctions, IRun } from 'n8n-workflow';

import { isDurable, triggerOf } from './polling';

type Output = INodeExecutionData[][] | null;
type Done = NonNullable<Parameters<IPollFunctions['__emit']>[2]>;

export interface Found {
	readonly items: readonly INodeExecutionData[];
	/** Names the state that the poll began from. */
	readonly basis: string;
}

interface Telling {
	readonly basis: string | undefined;
	endedAtMs?: number;
}

/** An execution that takes its worker down each time must not go on for ever. */
const TELLINGS = 3;
/** Longer than any poll waits between reading its state and beginning. */
const REMEMBERED_MS = 60_000;

/** By trigger, since the durable scheduler makes a context for each poll. In memory: gone when the main instance ends. */
const unexecuted = new Map<string, Set<INodeExecutionData>>();
const latest = new Map<string, Telling>();

const tellings = new WeakMap<INodeExecutionData, number>();
const bases = new WeakMap<IPollFunctions, string | undefined>();

/** What the poll found, after what has to be told again. */
export async function handOver(
	context: IPollFunctions,
	poll: () => Promise<Found | null>,
): Promise<Output> {
	if (!bases.has(context)) follow(context);
	const found = await poll();
	bases.set(context, found?.basis);
	const items = [...unexecutedOf(triggerOf(context)), ...(found?.items ?? [])];
	return items.length === 0 ? null : [items];
}

export function isBeingTold(context: IPollFunctions, basis: string): boolean {
	if (!isDurable(context)) return false;
	const telling = latest.get(triggerOf(context));
	const { endedAtMs = Date.now() } = telling ?? {};
	return telling?.basis === basis && Date.now() - endedAtMs < REMEMBERED_MS;
}

/** n8n hands items over by `__emit`, which also takes a promise that it settles when their execution has ended. */
function follow(context: IPollFunctions): void {
	bases.set(context, undefined);
	const trigger = triggerOf(context);
	const emit = context.__emit.bind(context);
	context.__emit = (output, response, done = deferred()) => {
		const items = output.flat();
		emit(output, response, done);
		const waiting = unexecutedOf(trigger);
		const toldAgain = items.filter((item) => waiting.delete(item));
		const telling: Telling = { basis: bases.get(context) };
		if (telling.basis !== undefined) latest.set(trigger, telling);
		const outcome = done.promise.then((run) => outcomeOf(context, run), outcomeOfFailure);
		void outcome.then((result) => {
			if (result === 'not started') {
				forget(trigger, telling);
				// The durable scheduler has not saved the place either: the next poll finds what was new.
				for (const item of isDurable(context) ? toldAgain : items) unexecutedOf(trigger).add(item);
				return;
			}
			telling.endedAtMs = Date.now();
			if (result === 'unexecuted') keep(context, items);
		});
	};
}

type Outcome = 'executed' | 'unexecuted' | 'not started';

function outcomeOf(context: IPollFunctions, run: IRun | undefined): Outcome {
	if (!run) return isDurable(context) ? 'not started' : 'executed';
	return isUnexecuted(run) ? 'unexecuted' : 'executed';
}

/** Without an active execution, it has ended before anybody asked. */
function outcomeOfFailure(error: unknown): Outcome {
	const { message } = error instanceof Error ? error : new Error(String(error));
	return /no active execution/i.test(message) || isCancellation(message)
		? 'executed'
		: 'not started';
}

function isCancellation(message = ''): boolean {
	return /cancell?ed/i.test(message);
}

function forget(trigger: string, telling: Telling): void {
	if (latest.get(trigger) === telling) latest.delete(trigger);
}

/** n8n's helper of this kind gives a promise of one in old versions. */
function deferred(): Done {
	let resolve: Done['resolve'] = () => undefined;
	let reject: Done['reject'] = () => undefined;
	const promise = new Promise<IRun | undefined>((settle, refuse) => {
		resolve = settle;
		reject = refuse;
	});
	return { promise, resolve, reject };
}

/** Failed, and not in any of the nodes, nor because a person stopped it. */
function isUnexecuted({ status, data }: IRun): boolean {
	if (status !== 'error' && status !== 'crashed') return false;
	const { lastNodeExecuted, runData, error } = { ...noResult, ...data?.resultData };
	if (isCancellation(error?.message)) return false;
	return lastNodeExecuted === undefined && Object.keys(runData).length === 0;
}

/** Some old versions leave the result out. */
const noResult: IRun['data']['resultData'] = { runData: {} };

function keep(context: IPollFunctions, items: readonly INodeExecutionData[]): void {
	for (const item of items) tellings.set(item, (tellings.get(item) ?? 0) + 1);
	const mayBeTold = (item: INodeExecutionData) => (tellings.get(item) ?? 0) < TELLINGS;
	const waiting = unexecutedOf(triggerOf(context));
	for (const item of items.filter(mayBeTold)) waiting.add(item);
	const givenUp = items.filter((item) => !mayBeTold(item)).map(({ json }) => json['id']);
	context.logger.warn('Collab Trigger: An execution ended without having run', {
		toldAgain: items.length - givenUp.length,
		givenUp,
	});
}

function unexecutedOf(trigger: string): Set<INodeExecutionData> {
	const waiting = unexecuted.get(trigger) ?? new Set();
	unexecuted.set(trigger, waiting);
	return waiting;
}
