import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import type { Listing, Project } from '../api/contract';
import { Waits } from '../api/traffic';
import { walk } from '../api/walk';
import { readAuthentication, readStatus, type Read } from '../parameters';
import { connect, type Connection } from '../transport';

const SETTINGS = { requestsAtOnce: 8, maxWaitMs: 20_000, timeoutMs: 10_000 };

const NEWEST_FIRST: Listing = { status: 'all', sortBy: 'updated_at', order: 'desc' };

interface State {
	account?: string;
	/** `updated_at` of the newest project of the last poll. */
	cursor?: string;
}

/** One poll: the projects that changed since the last one, oldest change first; null when there are none. */
export async function pollProjects(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const read: Read = (name) => context.getNodeParameter(name);
	const status = readStatus(read);
	const connection = await connect(context, readAuthentication(read), SETTINGS, new Waits());
	const matches = (project: Project) => status === 'all' || project['status'] === status;
	if (context.getMode() === 'manual') {
		return toItems((await readNewer(connection, '')).filter(matches).slice(0, 1));
	}
	const state: State = context.getWorkflowStaticData('node');
	const cursor = state.account === connection.baseUrl ? state.cursor : undefined;
	const newer = await readNewer(connection, cursor);
	state.account = connection.baseUrl;
	state.cursor = String(newer[0]?.['updated_at'] ?? cursor ?? '');
	return cursor === undefined ? null : toItems(newer.filter(matches).reverse());
}

/** Newest first; without a cursor, the first window only. */
async function readNewer(connection: Connection, cursor?: string): Promise<Project[]> {
	const newer: Project[] = [];
	const fetch = (window: { page: number; perPage: number }) =>
		connection.fetchPage(NEWEST_FIRST, window);
	for await (const { projects } of walk(fetch, { sortBy: 'updated_at' })) {
		for (const project of projects) {
			if (cursor && String(project['updated_at']) <= cursor) return newer;
			newer.push(project);
		}
		if (!cursor) return newer;
	}
	return newer;
}

function toItems(projects: Project[]): INodeExecutionData[][] | null {
	return projects.length === 0 ? null : [projects.map((project) => ({ json: project }))];
}
