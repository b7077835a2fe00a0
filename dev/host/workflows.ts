import { parse } from 'flatted';
import type { ExecutionStatus, INodeExecutionData, IRunExecutionData } from 'n8n-workflow';
import { until } from './processes';
import type { Session } from './session';
import type { WorkflowDraft } from './template';

export interface Workflow extends WorkflowDraft {
	readonly id: string;
	readonly versionId: string;
}

export type NamedWorkflow = Pick<Workflow, 'id' | 'name'>;

export interface ExecutionSummary {
	readonly id: string;
	readonly status: ExecutionStatus;
}

export interface Execution extends ExecutionSummary {
	readonly data: IRunExecutionData;
}

export const createWorkflow = (session: Session, draft: WorkflowDraft) =>
	session.post<Workflow>('/workflows', draft);

export const listWorkflows = (session: Session) => session.get<NamedWorkflow[]>('/workflows');

/**
 * Publishes the workflow's current version and waits until its triggers are registered. Fails with the
 * trigger's own message when one could not be registered.
 */
export async function publishWorkflow(session: Session, { id, versionId }: Workflow) {
	await session.post(`/workflows/${id}/activate`, { versionId });
	const { status, triggers } = await until('the publication', async () => {
		const current = await publicationOf(session, id);
		return /in_progress|not_published/.test(current.status) ? undefined : current;
	});
	if (status === 'published') return;
	const reasons = triggers.flatMap(({ errorMessage }) => errorMessage ?? []);
	throw new Error(`Publishing ended as "${status}": ${reasons.join('; ')}`);
}

/** n8n 2.30 publishes before it answers, and says nothing of it. */
async function publicationOf(session: Session, id: string) {
	type Publication = { status: string; triggers: Array<{ errorMessage: string | null }> };
	try {
		return await session.get<Publication>(`/workflows/${id}/publication-status`);
	} catch (error) {
		if (!String(error).includes('status is not available')) throw error;
		return { status: 'published', triggers: [] };
	}
}

/** Does what "Execute workflow" in the editor does, from the named trigger, and waits for the end. */
export async function runWorkflow(session: Session, { id }: NamedWorkflow, triggerName: string) {
	const from = { triggerToStartFrom: { name: triggerName } };
	const started = await session.post<{ executionId: string }>(`/workflows/${id}/run`, from);
	return await untilEnded(session, started.executionId);
}

export const untilEnded = (session: Session, id: string) =>
	until(`the end of execution ${id}`, async (): Promise<Execution | undefined> => {
		const stored = await session.get<ExecutionSummary & { data: string }>(`/executions/${id}`);
		if (/new|running|waiting/.test(stored.status)) return undefined;
		return { ...stored, data: parse(stored.data) as Execution['data'] };
	});

/** Newest first. */
export async function listExecutions(session: Session, workflowId: string) {
	const filter = encodeURIComponent(JSON.stringify({ workflowId }));
	type Found = { results: ExecutionSummary[] };
	return (await session.get<Found>(`/executions?filter=${filter}`)).results;
}

/** Gives what the node put out in its last run; fails with the node's own message when it failed. */
export function itemsOf({ data }: Execution, nodeName: string): readonly INodeExecutionData[] {
	const { error, runData } = data.resultData;
	const run = runData[nodeName]?.at(-1);
	const problem = run ? run.error : error;
	if (problem !== undefined) throw new Error(`${nodeName}: ${problem.message}`);
	return run?.data?.['main']?.[0] ?? [];
}
