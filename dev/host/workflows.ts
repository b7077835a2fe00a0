import type { Session } from './session';
import type { WorkflowDraft } from './template';
import { until } from './waiting';

export interface Workflow extends WorkflowDraft {
	readonly id: string;
	readonly versionId: string;
}

interface PublicationStatus {
	readonly status: 'not_published' | 'in_progress' | 'published' | 'partial' | 'failed';
	readonly triggers: ReadonlyArray<{ readonly errorMessage: string | null }>;
}

export async function createWorkflow(session: Session, draft: WorkflowDraft): Promise<Workflow> {
	return await session.post<Workflow>('/workflows', draft);
}

export async function updateWorkflow(
	session: Session,
	id: string,
	draft: WorkflowDraft,
): Promise<Workflow> {
	return await session.patch<Workflow>(`/workflows/${id}`, draft);
}

export async function readWorkflow(session: Session, id: string): Promise<Workflow> {
	return await session.get<Workflow>(`/workflows/${id}`);
}

export async function listWorkflows(
	session: Session,
): Promise<Array<Pick<Workflow, 'id' | 'name'> & { readonly active: boolean }>> {
	return await session.get('/workflows');
}

/**
 * Publishes the workflow's current version and waits until its triggers are registered. Fails with the
 * trigger's own message when one could not be registered.
 */
export async function publishWorkflow(session: Session, workflow: Workflow): Promise<void> {
	const { id, versionId } = workflow;
	await session.post(`/workflows/${id}/activate`, { versionId });
	const { status, triggers } = await until('the publication', async () => {
		const current = await statusOf(session, id);
		return /in_progress|not_published/.test(current.status) ? undefined : current;
	});
	if (status === 'published') return;
	const reasons = triggers.flatMap(({ errorMessage }) => errorMessage ?? []);
	throw new Error(`Publishing ended as "${status}": ${reasons.join('; ')}`);
}

/** n8n 2.30 publishes before it answers, and says nothing of it. */
async function statusOf(session: Session, id: string): Promise<PublicationStatus> {
	const path = `/workflows/${id}/publication-status`;
	return await session.get<PublicationStatus>(path).catch((error: unknown) => {
		if (String(error).includes('status is not available'))
			return { status: 'published', triggers: [] };
		throw error;
	});
}

export async function unpublishWorkflow(session: Session, id: string): Promise<void> {
	await session.post(`/workflows/${id}/deactivate`, {});
}
