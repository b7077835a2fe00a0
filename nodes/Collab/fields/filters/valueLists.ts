/** Filters that list the values of one field: what was entered, and a list to choose from. */
import { jsonParse } from 'n8n-workflow';
import {
	type FetchPage,
	MAX_PER_PAGE,
	NEWEST_FIRST,
	ownField,
	type Project,
} from '../../core/contract';
import { asHtml } from '../../client/nodeErrors';
import { invalidParameter } from '../../core/errors';
import { foldCase, type Predicate } from '../../core/query/predicate';
import { exact } from '../../core/requests/received';
import { withoutQuotes } from '../parameterValues';

/** IDs have no spaces. The specification writes their prefix in small letters (section 2.1). */
const IDS = {
	/** What a value looks like where several stand in a text. */
	plain: /^[^\s"'{}[\],;|]+$/,
	/** The same for values that count as equal. */
	key: (value: string) => value.replace(/^(usr|proj)_/i, (prefix) => prefix.toLowerCase()),
};

const STATUSES = { plain: /^[^"{}[\],;|]+$/, key: foldCase };

/** By the filter's name; `property` is the field of a project that has such a value. */
export const VALUE_LISTS = {
	ownerIds: { label: 'Owner IDs', property: 'owner_id', example: 'usr_1', ...IDS },
	projectIds: { label: 'Project IDs', property: 'id', example: 'proj_1', ...IDS },
	statuses: { label: 'Statuses', property: 'status', example: 'active', ...STATUSES },
} as const;

export type ListName = keyof typeof VALUE_LISTS;

type ValueList = (typeof VALUE_LISTS)[ListName];

/** The value as text: some services have numbers for IDs. Empty where it is not known. */
function valueOf(project: Project, { property }: ValueList): string {
	const value = ownField(project, property);
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Other systems write these for nothing, which may mean "without an owner" as well as "all". */
const NOTHING = /^(null|none|undefined|nan|n\/a|all|any|\*)$/i;

/** Takes the values of a list in JSON as they are, and any other text apart; undefined where a part is not plain. */
function valuesIn(text: string, { plain }: ValueList): unknown[] | undefined {
	const parsed = jsonParse<unknown>(exact(text), { fallbackValue: null });
	if (Array.isArray(parsed)) return parsed as unknown[];
	const parts = text.replace(/^\s*[[(](.*)[\])]\s*$/s, '$1').split(/[,;|\t\n]/);
	const values = parts.map(withoutQuotes).filter((part) => part !== '');
	const arePlain = values.every((value) => plain.test(value) && !NOTHING.test(value));
	return values.length > 0 && arePlain ? values : undefined;
}

export function readValues(entered: unknown, list: ValueList): string[] {
	const read = typeof entered === 'string' ? valuesIn(entered, list) : entered;
	const values: unknown[] = Array.isArray(read) ? read : [read];
	if (values.every((value) => value !== '' && ['string', 'number'].includes(typeof value)))
		return values.map(String);
	const wanted = `values such as ${list.example}, separated by commas or as a list; empty for all`;
	throw invalidParameter(list.label, wanted, entered);
}

export function isAmong(entered: unknown, list: ValueList): Predicate {
	const wanted = new Set(readValues(entered, list).map(list.key));
	return (project) => wanted.has(list.key(valueOf(project, list)));
}

const MOST_PAGES = 10;

/** The values of the projects changed last, those with the most projects first. */
export async function loadChoices(fetchPage: FetchPage, list: ValueList) {
	const found = new Map<string, Project[]>();
	for (let page = 1; page <= MOST_PAGES; page++) {
		const { rows, pagination } = await fetchPage(NEWEST_FIRST, { page, perPage: MAX_PER_PAGE });
		for (const project of rows) {
			const value = valueOf(project, list);
			found.set(value, [...(found.get(value) ?? []), project]);
		}
		if (!pagination.hasNext) break;
	}
	found.delete('');
	const sorted = [...found].sort(([, a], [, b]) => b.length - a.length);
	return sorted.map(([value, projects]) => {
		const example = JSON.stringify(ownField(projects[0]!, 'name'));
		const description = `Projects: ${projects.length}, for example ${example}`;
		return { name: value, value, description: asHtml(description) };
	});
}
