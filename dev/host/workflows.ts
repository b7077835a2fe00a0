import { Refusal, type Session } from './session';
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
	// n8n 1.x needs `active`, n8n 2 ignores it.
	return await session.post<Workflow>('/workflows', { ...draft, active: false });
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
 * Publishes the workflow's current version and waits until its triggers are registered: n8n 2 answers
 * the request before that. Fails with the trigger's own message when one could not be registered.
 */
export async function publishWorkflow(session: Session, workflow: Workflow): Promise<void> {
	const { id, versionId } = workflow;
	await orBefore2(
		session.post(`/workflows/${id}/activate`, { versionId }),
		async () => await session.patch(`/workflows/${id}`, { active: true, versionId }),
	);
	const publication = await orBefore2<PublicationStatus | undefined>(
		untilPublished(session, id),
		async () => await Promise.resolve(undefined),
	);
	if (publication === undefined || publication.status === 'published') return;
	const reasons = publication.triggers.flatMap(({ errorMessage }) => errorMessage ?? []);
	throw new Error(`Publishing ended as "${publication.status}": ${reasons.join('; ')}`);
}

export async function unpublishWorkflow(session: Session, id: string): Promise<void> {
	await session.post(`/workflows/${id}/deactivate`, {});
}

/** The answer to a request or, where n8n does not know it, what n8n 1.x has in its place. */
async function orBefore2<T>(answer: Promise<T>, before2: () => Promise<T>): Promise<T> {
	try {
		return await answer;
	} catch (error) {
		if (error instanceof Refusal && error.status === 404) return await before2();
		throw error;
	}
}

async function untilPublished(session: Session, id: string): Promise<PublicationStatus> {
	return await until('the publication', async () => {
		const current = await session.get<PublicationStatus>(`/workflows/${id}/publication-status`);
		return /in_progress|not_published/.test(current.status) ? undefined : current;
	});
}
