import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { readAuthentication } from '../actions/fields/authentication';
import type { Read } from '../actions/fields/parameterValues';
import type { ChangeOptions } from '../core/changes/options';
import { readState } from '../core/changes/state';
import { advance, toItem } from '../core/changes/advance';
import type { SortOrder } from '../core/contract';
import { readChanges } from '../core/changes/reading';
import { extentOf, type ProjectSource } from '../core/changes/seek';
import { CollabError } from '../core/errors';
import { readPass } from '../core/pagination/pass';
import { readChangeOptions } from './parameters';
import { type Found, isBeingTold } from './handover';
import { budgetMsOf } from './polling';
import { type Client, openRun } from '../client/client';

/** n8n's durable scheduler ends a poll after 45 s. The other one would let polls overlap instead. */
const LONGEST_MS = 45_000;
/** The rest is for the answer under way when the time is up, and for handing over the items. */
const SHARE_OF_BUDGET = 0.8;

const MAX_CONCURRENT_REQUESTS = 8;
const TIMEOUT_MS = 15_000;

interface Poll {
	readonly connection: Client;
	readonly options: ChangeOptions;
	readonly clock: Parameters<typeof readChanges>[3];
}

/** One poll: what changed since the last one, oldest change first; null when nothing did. */
export async function pollProjects(context: IPollFunctions): Promise<Found | null> {
	const poll = await begin(context);
	return await pollChanges(context, poll).finally(poll.connection.end);
}

async function begin(context: IPollFunctions): Promise<Poll> {
	const startedAtMs = Date.now();
	const budgetMs = SHARE_OF_BUDGET * Math.min(budgetMsOf(context), LONGEST_MS);
	const read: Read = (name) => context.getNodeParameter(name);
	const settings = {
		maxConcurrentRequests: MAX_CONCURRENT_REQUESTS,
		timeoutMs: TIMEOUT_MS,
		maxRetryWaitMs: budgetMs,
		deadlineMs: startedAtMs + budgetMs,
	};
	const connection = await openRun(context).client(undefined, readAuthentication(read), settings);
	const entered: Read = (name) => context.getNode().parameters[name];
	const options = readChangeOptions(read, entered, connection.baseUrl, context.getTimezone());
	const timeUsed = () => (Date.now() - startedAtMs) / budgetMs;
	return { connection, options, clock: { nowMs: startedAtMs, timeUsed } };
}

/** The state is read before and written after everything that can fail: a failed poll changes nothing. */
async function pollChanges(
	context: IPollFunctions,
	{ connection, options, clock }: Poll,
): Promise<Found | null> {
	const saved = context.getWorkflowStaticData('node');
	const before = readState(saved['cursor'], options);
	const basis = JSON.stringify([before.account, before.startFrom, before.turn]);
	if (isBeingTold(context, basis)) return null;
	const reading = await readChanges(sourceOf(connection), before, options, clock);
	const current = readState(saved['cursor'], options);
	// Another poll, which began from the same state, has ended meanwhile and told the same changes.
	if (current.turn !== before.turn) return null;
	const { changes, next } = advance(current, reading, options);
	saved['cursor'] = next;
	if (changes.length === 0) return null;
	return { items: changes.map((change) => ({ json: toItem(change) })), basis };
}

/** Every status: an archived project has to be seen to be told. */
function sourceOf(connection: Client): ProjectSource {
	const listing = (order: SortOrder) => ({ status: 'all', sortBy: 'updated_at', order }) as const;
	return {
		page: async (order, window) => await connection.fetchWindow(listing(order), window),
		walk: async function* (order, firstRow) {
			const query = listing(order);
			const maxConcurrentRequests = MAX_CONCURRENT_REQUESTS;
			const options = { query, maxConcurrentRequests, firstRow, ...extentOf(order) };
			for await (const { newRows, progress } of readPass(connection.fetchWindow, options)) {
				yield { projects: newRows, servedAtMs: progress.firstPage?.servedAtMs };
			}
		},
	};
}

/** For the editor: one project as an item would be, and nothing remembered. */
export async function showNewestProject(context: IPollFunctions): Promise<INodeExecutionData[][]> {
	const { connection, options } = await begin(context);
	const { status, events } = options;
	const listing = { status, sortBy: 'updated_at', order: 'desc' } as const;
	const newest = connection.fetchWindow(listing, { page: 1, perPage: 1 }).finally(connection.end);
	const [project] = (await newest).projects;
	if (!project) throw new CollabError('noProjectYet');
	const event = events.find((one) => one === 'updated') ?? events[0] ?? 'updated';
	return [[{ json: toItem({ project, event, changes: {} }) }]];
}
