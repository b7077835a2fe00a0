/**
 * What became of the execution that a poll's items started. n8n's `__emit`, which emits the items, also takes two
 * promises that n8n settles, and n8n itself passes neither. They can be passed from nowhere else than from a function in
 * front of `__emit`: a poll that called it would emit for workflows that n8n has unpublished meanwhile, and after n8n has
 * abandoned it.
 */
import type { IPollFunctions, IRun } from 'n8n-workflow';

type Emit = IPollFunctions['__emit'];

/** `notBegun`: no node has run. `leaseLost`: n8n left the items to another main instance, and has not saved their state. */
export type Outcome = 'ran' | 'notBegun' | 'leaseLost';

/** What to do with the items of a poll: emit them and learn the outcome, without (`pass`), or not at all (`drop`). */
export type Decision = ((outcome: Outcome) => void) | 'pass' | 'drop';

/** @param decide is called when n8n emits the items of a poll */
export function watchEmissions(context: IPollFunctions, decide: () => Decision): void {
	const emit: Emit = context.__emit.bind(context);
	context.__emit = (output, ...promises) => {
		const decision = decide();
		if (decision === 'drop') return;
		if (decision === 'pass') {
			emit(output, ...promises);
			return;
		}
		const [response = deferred(), done = deferred()] = promises;
		void outcomeOf(context.getNode().name, response.promise, done.promise).then(decision);
		let isHandedOver = false;
		try {
			emit(output, response, done);
			isHandedOver = true;
		} finally {
			if (!isHandedOver) decision('notBegun');
		}
	};
}

/**
 * n8n-core 2.41 and n8n 2.40 settle as follows. No execution could be created: `done` is rejected. It was refused before
 * its first node (a credential that may not be used, a limit): `response` is rejected, and `done` is resolved with nothing
 * or rejected with "No active execution", whichever comes first. n8n could not give it to a worker: with durable cursors
 * likewise, else `done` is rejected. A worker is lost: `done` is resolved with an error of no node. "No active execution"
 * without more is said of executions that n8n's second engine runs, or another process.
 */
async function outcomeOf(
	trigger: string,
	response: Promise<unknown>,
	done: Promise<IRun | undefined>,
): Promise<Outcome> {
	let refusal: string | undefined;
	response.catch((error: unknown) => (refusal = messageOf(error)));
	try {
		const run = await done;
		if (run) return hasBegun(run, trigger) ? 'ran' : 'notBegun';
		return outcomeOfRefusal(refusal ?? '');
	} catch (error) {
		const message = messageOf(error);
		if (!/no active execution/i.test(message)) return outcomeOfRefusal(message);
		return refusal === undefined ? 'ran' : outcomeOfRefusal(refusal);
	}
}

function outcomeOfRefusal(message: string): Outcome {
	if (isCancellation(message)) return 'ran';
	return /no longer holds its lease/i.test(message) ? 'leaseLost' : 'notBegun';
}

/** A person has stopped it, who decides what becomes of it. */
function isCancellation(message = ''): boolean {
	return /cancell?ed/i.test(message);
}

/** Every execution begins with the trigger's own node. In queue mode n8n gives no nodes but the last one's name. */
function hasBegun({ status, data }: IRun, trigger: string): boolean {
	if (status !== 'error' && status !== 'crashed') return true;
	const { lastNodeExecuted, runData, error } = { ...noResult, ...data?.resultData };
	if (isCancellation(error?.message)) return true;
	if (Object.keys(runData).length > 0) return trigger in runData;
	return lastNodeExecuted !== undefined;
}

/** Some old versions leave the result out. */
const noResult: IRun['data']['resultData'] = { runData: {} };

function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}

interface Deferred<T> {
	readonly promise: Promise<T>;
	readonly resolve: (value: T | PromiseLike<T>) => void;
	readonly reject: (error: Error) => void;
}

/** n8n's helper of this kind gives a promise of one in old versions. */
function deferred<T>(): Deferred<T> {
	let resolve: Deferred<T>['resolve'] = () => undefined;
	let reject: Deferred<T>['reject'] = () => undefined;
	const promise = new Promise<T>((onResolve, onReject) => {
		resolve = onResolve;
		reject = onReject;
	});
	return { promise, resolve, reject };
}
