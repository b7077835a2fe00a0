/** The owners of projects: a filter, a list to choose from, and a hint for one that no project has. */
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import {
	type FetchPage,
	type JsonValue,
	MAX_PER_PAGE,
	NEWEST_FIRST,
	ownField,
	type Project,
} from '../../../core/contract';
import { invalidParameter } from '../../../core/errors';
import { unknownOwner } from '../../../core/messages';
import type { Progress } from '../../../core/query/find';
import { isEmpty, type Read } from '../parameterValues';

export const ownerIds: INodeProperties = {
	displayName: 'Owner Names or IDs',
	name: 'ownerIds',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getOwners', loadOptionsDependsOn: ['authentication'] },
	default: [],
	description:
		'Only projects of these owners. The list has the owners of the 1,000 projects changed last, which takes up to 10 requests. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

/** The ID as text: some services have numbers. Empty where it is not known. */
export function ownerOf(project: Project): string {
	const owner = ownField(project, 'owner_id');
	return typeof owner === 'string' || typeof owner === 'number' ? String(owner) : '';
}

/** @param value IDs: text with commas, a number, or a list of these */
export function readOwnerIds(label: string, value: unknown): string[] {
	const parts: unknown[] = Array.isArray(value) ? value : [value];
	if (parts.every((part) => typeof part === 'string' || typeof part === 'number')) {
		const ids = parts.flatMap((part) => String(part).split(',')).map((id) => id.trim());
		const given = ids.filter((id) => id !== '');
		// A list in which nothing is chosen does not filter.
		if (given.length > 0 || parts.length === 0) return given;
	}
	throw invalidParameter(label, 'IDs separated by commas, or a list of IDs', value);
}

const MOST_PAGES = 10;

/** The owners of the projects changed last, those with the most projects first. */
export async function loadOwners(fetchPage: FetchPage): Promise<INodePropertyOptions[]> {
	const owners = new Map<string, { count: number; example: JsonValue }>();
	for (let page = 1; page <= MOST_PAGES; page++) {
		const { projects, pagination } = await fetchPage(NEWEST_FIRST, { page, perPage: MAX_PER_PAGE });
		for (const project of projects) {
			const id = ownerOf(project);
			const owner = owners.get(id) ?? { count: 0, example: ownField(project, 'name') };
			owners.set(id, { ...owner, count: owner.count + 1 });
		}
		if (!pagination.hasNext) break;
	}
	owners.delete('');
	return [...owners]
		.sort(([, a], [, b]) => b.count - a.count)
		.map(([value, { count, example }]) => {
			const projects = count === 1 ? '1 project' : `${count} projects`;
			const named = typeof example === 'string' && example !== '' ? `, e.g. ${example}` : '';
			return { name: `${value} · ${projects}${named}`, value };
		});
}

/** Watches which owners are read. */
export function watchOwners(fetchPage: FetchPage, read: Read) {
	const entered = (read('filters') as { ownerIds?: unknown } | undefined)?.ownerIds;
	const wanted = isEmpty(entered) ? [] : readOwnerIds(ownerIds.displayName, entered);
	const seen = new Set<string>();
	const watched: FetchPage = async (...request) => {
		const page = await fetchPage(...request);
		for (const project of page.projects) seen.add(ownerOf(project));
		return page;
	};
	const hintsOn = ({ rowsRead, totalItems }: Progress) => {
		const [example = ''] = [...seen].filter((id) => id !== '');
		const unknown = example === '' ? [] : wanted.filter((id) => !seen.has(id));
		return unknown.map((id) => unknownOwner(id, example, rowsRead < totalItems));
	};
	return { fetchPage: wanted.length === 0 ? fetchPage : watched, hintsOn };
}
