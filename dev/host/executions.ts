import { parse } from 'flatted';
import type { Session } from './session';
import { until } from './waiting';
import type { Workflow } from './workflows';

export interface Item {
	readonly json: Readonly<Record<string, unknown>>;
	readonly binary?: Readonly<Record<string, unknown>>;
}

interface NodeRun {
	readonly data?: { readonly main: ReadonlyArray<readonly Item[] | null> };
	readonly error?: { readonly message: string; readonly description?: string | null };
}

interface ExecutionData {
	readonly resultData: {
		readonly error?: { readonly message: string };
		readonly runData: Readonly<Record<string, readonly NodeRun[]>>;
	};
}

export interface ExecutionSummary {
	readonly id: string;
	readonly status: 'new' | 'running' | 'waiting' | 'success' | 'error' | 'canceled' | 'crashed';
	readonly mode: string;
}

export interface Execution extends ExecutionSummary {
	readonly data: ExecutionData;
}

const UNFINISHED: ReadonlyArray<ExecutionSummary['status']> = ['new', 'running', 'waiting'];

/** What "Execute workflow" in the editor does, from the named trigger; waits for the end. */
export async function runWorkflow(
	session: Session,
	workflow: Workflow,
	triggerName: string,
): Promise<Execution> {
	const started = await session.post<{ executionId: string }>(`/workflows/${workflow.id}/run`, {
		triggerToStartFrom: { name: triggerName },
	});
	return await untilEnded(session, started.executionId);
}

export async function untilEnded(session: Session, id: string): Promise<Execution> {
	return await until(`the end of execution ${id}`, async () => {
		const execution = await readExecution(session, id);
		return UNFINISHED.includes(execution.status) ? undefined : execution;
	});
}

export async function readExecution(session: Session, id: string): Promise<Execution> {
	const stored = await session.get<ExecutionSummary & { data: string }>(`/executions/${id}`);
	return { ...stored, data: parse(stored.data) as ExecutionData };
}

/** Newest first. */
export async function listExecutions(
	session: Session,
	workflowId: string,
): Promise<ExecutionSummary[]> {
	const filter = JSON.stringify({ workflowId });
	const page = await session.get<{ results: ExecutionSummary[] }>('/executions', { filter });
	return page.results;
}

/** What the node put out in its last run; fails with the node's own message when it failed. */
export function itemsOf(execution: Execution, nodeName: string, outputIndex = 0): readonly Item[] {
	const run = execution.data.resultData.runData[nodeName]?.at(-1);
	const problem = run?.error ?? (run === undefined ? execution.data.resultData.error : undefined);
	if (problem !== undefined) throw new Error(`${nodeName}: ${problem.message}`);
	return run?.data?.main[outputIndex] ?? [];
}
