/**
 * A feed is a list whose newest rows a poll reads. There are two, since a project has two stamps and services exist that
 * leave `updated_at` empty until the first update: changed projects stand in the order of `updated_at`, and new projects
 * that were never updated in the order of `created_at`.
 */
import { type Instant, parseInstant, withSavedDigits } from '../time';
import type { ListQuery, Project, SortOrder } from '../contract';

export interface Feed {
	readonly sortBy: 'updated_at' | 'created_at';
	/** Whether changes of this project come from this feed. A project's place is its `updated_at` and nothing else. */
	readonly isOwn: (project: Project) => boolean;
}

/** The stamp by which a row stands in its feed; undefined for a row that has none. */
export function placeIn({ sortBy }: Feed, project: Project): Instant | undefined {
	const at = parseInstant(project[sortBy]);
	return at && withSavedDigits(at);
}

export const UPDATED: Feed = {
	sortBy: 'updated_at',
	isOwn: (project) => placeIn(UPDATED, project) !== undefined,
};

export const CREATED: Feed = {
	sortBy: 'created_at',
	isOwn: (project) => !UPDATED.isOwn(project) && placeIn(CREATED, project) !== undefined,
};

/** Every status: a project that was archived has to be seen to be delivered. */
export function queryOf({ sortBy }: Feed, order: SortOrder): ListQuery {
	return { status: 'all', sortBy, order };
}
