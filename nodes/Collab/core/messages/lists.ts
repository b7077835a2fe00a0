/** Hints, which the output panel shows about how a result came about, and notes for a model. */
import type { Found, Progress } from '../query/find';
import { numeral } from './words';

/** @param list with no `projects` for a summary, which has no limit */
export function hintsOnList(list: Found, isFiltered: boolean): string[] {
	return [...(list.isCut ? onLimit(list) : isFiltered ? onFilters(list) : []), ...onCount(list)];
}

function onFilters({ rowsRead, totalItems, matchCount }: Found): string[] {
	const read = `${numeral(rowsRead)} of ${numeral(totalItems)} projects were read`;
	return [`${read}; ${numeral(matchCount)} of them match the filters.`];
}

/** n8n itself says that the limit was reached and which parameters change it. */
function onLimit({ projects, matchCount, total }: Found): string[] {
	const shown = numeral(projects.length);
	if (total !== undefined) return [`Showing ${shown} of ${numeral(total)} that match.`];
	const isMore = matchCount > projects.length;
	return [
		`Showing ${shown}; ${isMore ? `at least ${numeral(matchCount)} match` : 'more may match'}.`,
	];
}

function onCount({ totalItems, rowsRead, isCountWrong }: Progress): string[] {
	if (!isCountWrong) return [];
	const counted = `The service says that there are ${numeral(totalItems)} projects.`;
	return [`${counted} Reading the list several times found ${numeral(rowsRead)}.`];
}

/**
 * For a model that used the node as a tool: whether it has all that match, and how to get at the others.
 * @param returned how many of them the answer has room for
 * @param most that any answer to a model holds
 */
export function noteOnList(
	list: Found,
	returned: number,
	most: { readonly projects: number; readonly characters: number },
): string {
	const { projects, isCut, total } = list;
	if (isCut || returned < projects.length) {
		const of = total === undefined ? 'more, how many was not counted' : numeral(total);
		return `Cut: ${numeral(returned)} of ${of}. An answer has at most ${numeral(most.characters)} characters. Narrow the list with other arguments, or ask for a higher limit (at most ${numeral(most.projects)}), to see the others.`;
	}
	const all =
		returned === 0 ? 'No project matches.' : `All matching projects: ${numeral(returned)}.`;
	return [all, ...onCount(list)].join(' ');
}

/** @param filter by its label */
export function unmatched(filter: string, values: readonly string[]): string[] {
	if (values.length === 0) return [];
	const quoted = values.slice(0, 3).map((value) => `'${value.slice(0, 50)}'`);
	const more = values.length > 3 ? ` or any of ${numeral(values.length - 3)} more` : '';
	return [`${filter}: no project that was read has ${quoted.join(' or ')}${more}.`];
}

export const notApplied = (filter: string) =>
	`The filter '${filter}' was not applied: its expression gives nothing.`;
