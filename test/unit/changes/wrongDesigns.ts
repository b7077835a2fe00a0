/** Triggers as they are often written. The tests of the right one are worth something if they fail for these. */
import type { ChangedProject } from '../../../nodes/Collab/core/changes/options';
import { advance } from '../../../nodes/Collab/core/changes/advance';
import { readState } from '../../../nodes/Collab/core/changes/state';
import type { Project } from '../../../nodes/Collab/core/contract';
import { instantFromMs, instantKey } from '../../../nodes/Collab/core/time';
import { readChanges } from '../../../nodes/Collab/core/changes/reading';
import type { Batch, ProjectSource } from '../../../nodes/Collab/core/changes/seek';
import { type Poll, poll } from './installation';
import { type Design, OURS, PER_PAGE, type ReadRows } from './player';

const stampOf = ({ updated_at: stamp }: Project) =>
	typeof stamp === 'string' ? Date.parse(stamp) : 0;

const updated = (project: Project): ChangedProject => ({ project, event: 'updated', changes: {} });

async function readAll(source: ProjectSource): Promise<Project[]> {
	const rows: Project[] = [];
	for await (const { projects } of source.walk('desc', 0)) rows.push(...projects);
	return rows.reverse();
}

const localClock: Poll = async (data, { source, nowMs }) => {
	const since = data.cursor;
	const rows = await readAll(source);
	data.cursor = nowMs;
	if (typeof since !== 'number') return [];
	return rows.filter((row) => stampOf(row) >= since && stampOf(row) < nowMs).map(updated);
};

const strictlyLater: Poll = async (data, { source }) => {
	const since = data.cursor;
	const rows = await readAll(source);
	data.cursor = Math.max(typeof since === 'number' ? since : 0, ...rows.map(stampOf));
	if (typeof since !== 'number') return [];
	return rows.filter((row) => stampOf(row) > since).map(updated);
};

/** All else is right: only the floor is moved to the present before the service has answered. */
const writtenBefore: Poll = async (data, { source, options, nowMs }) => {
	const before = readState(data.cursor, options);
	const newest = (await source.page('desc', { page: 1, perPage: 1 })).servedAtMs ?? nowMs;
	data.cursor = { ...before, turn: before.turn + 1, floor: instantKey(instantFromMs(newest)) };
	const reading = await readChanges(source, before, options, { nowMs, timeUsed: () => 0 });
	const { changes, next } = advance(before, reading, options);
	data.cursor = next;
	return changes;
};

const disjointPages: ReadRows = async function* (fetchWindow): AsyncGenerator<Batch> {
	const given = new Set<string>();
	for (let page = 1, hasNext = true; hasNext; page += 1) {
		const { projects, pagination, ...answer } = await fetchWindow({ page, perPage: PER_PAGE });
		const fresh = projects.filter(({ id }) => !given.has(id));
		for (const { id } of fresh) given.add(id);
		yield { ...answer, projects: fresh };
		hasNext = pagination.hasNext;
	}
};

export const LOCAL_CLOCK: Design = { ...OURS, poll: localClock };
export const STRICTLY_LATER: Design = { ...OURS, poll: strictlyLater };
export const WRITTEN_BEFORE: Design = { ...OURS, poll: writtenBefore };
export const DISJOINT_PAGES: Design = { poll, readRows: disjointPages };
