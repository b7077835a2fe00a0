import { listExecutions, untilEnded } from '../../../dev/host/executions';
import { request } from '../../../dev/host/request';
import type { Workflow } from '../../../dev/host/workflows';
import type { ProjectRecord } from '../../../dev/sandbox';
import type { Stage } from '../stage';

/** Starts the workflow of that path; what came out of its last node, one object for each item. */
export async function ask(stage: Stage, path: string): Promise<Array<Record<string, unknown>>> {
	const answer = await request(`${stage.session.url}/webhook/${path}`);
	const text = await answer.text();
	if (!answer.ok) throw new Error(`The workflow "${path}" answered ${answer.status}: ${text}`);
	return JSON.parse(text) as Array<Record<string, unknown>>;
}

/** What the latest execution of the workflow failed with. */
export async function lastError(
	{ session }: Stage,
	workflow: Workflow,
): Promise<string | undefined> {
	const [latest] = await listExecutions(session, workflow.id);
	const { data } = await untilEnded(session, latest?.id ?? '');
	return data.resultData.error?.message;
}

export function byId<T extends object>(rows: readonly T[]): T[] {
	const idOf = (row: T) => ('id' in row ? String(row.id) : '');
	return [...rows].sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
}

/** All projects as the service holds them. */
export function held(stage: Stage): ProjectRecord[] {
	return byId(stage.sandbox.projects.all());
}

/** The statuses of the answers at the path since the requests were cleared. */
export function statusesAt(stage: Stage, path: string): number[] {
	return stage.sandbox.requests
		.filter((request) => request.path === path)
		.map(({ status }) => status);
}
