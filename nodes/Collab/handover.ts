/**
 * In queue mode an execution can end with its worker, before n8n has on record that any node ran. n8n then reports it as
 * failed, never repeats it and drops its items, while the trigger's place is long past them. So the trigger asks what
 * became of each execution, and tells such items again with the next poll.
 */
import type { INodeExecutionData, IPollFunctions, IRun } from 'n8n-workflow';

type Output = INodeExecutionData[][] | null;

/** An execution that takes its worker down each time must not go on for ever. */
const TELLINGS = 3;

/** By trigger, since n8n's durable scheduler makes a new context for each poll. Gone when the main instance ends. */
const unexecuted = new Map<string, Set<INodeExecutionData>>();

const tellings = new WeakMap<INodeExecutionData, number>();

const followed = new WeakSet<IPollFunctions>();

/** What the poll found, after what has to be told again. */
export async function withUnexecuted(
	context: IPollFunctions,
	poll: () => Promise<Output>,
): Promise<Output> {
	if (context.getMode() === 'manual') return await poll();
	follow(context);
	const output = await poll();
	const items = [...unexecutedOf(context), ...(output?.[0] ?? [])];
	return items.length === 0 ? null : [items];
}

/** n8n hands items over by `__emit` and would tell what became of them, but does not ask by itself. */
function follow(context: IPollFunctions): void {
	if (followed.has(context)) return;
	followed.add(context);
	const emit = context.__emit.bind(context);
	context.__emit = (output, response, done = context.helpers.createDeferredPromise()) => {
		const items = output.flat();
		emit(output, response, done);
		const waiting = unexecutedOf(context);
		for (const item of items) waiting.delete(item);
		void done.promise.then(
			(run) => isUnexecuted(run) && keep(context, items),
			// It cannot be told whether there was an execution at all: telling twice would be no better.
			() => undefined,
		);
	};
}

/** Failed, and not in any of the nodes. */
function isUnexecuted(run: IRun | undefined): boolean {
	if (run?.status !== 'error') return false;
	const { lastNodeExecuted, runData } = run.data.resultData;
	return lastNodeExecuted === undefined && Object.keys(runData).length === 0;
}

function keep(context: IPollFunctions, items: readonly INodeExecutionData[]): void {
	for (const item of items) tellings.set(item, (tellings.get(item) ?? 0) + 1);
	const mayBeTold = (item: INodeExecutionData) => (tellings.get(item) ?? 0) < TELLINGS;
	const waiting = unexecutedOf(context);
	for (const item of items.filter(mayBeTold)) waiting.add(item);
	const givenUp = items.filter((item) => !mayBeTold(item)).map(({ json }) => json['id']);
	context.logger.warn('Collab Trigger: An execution ended without having run', {
		toldAgain: items.length - givenUp.length,
		givenUp,
	});
}

function unexecutedOf(context: IPollFunctions): Set<INodeExecutionData> {
	const trigger = `${context.getWorkflow().id}/${context.getNode().id}`;
	const waiting = unexecuted.get(trigger) ?? new Set();
	unexecuted.set(trigger, waiting);
	return waiting;
}
