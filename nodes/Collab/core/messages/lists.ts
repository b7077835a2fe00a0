/** Hints, which the output panel shows about how a result came about, and notes for a model. */
import type { Found, Progress } from '../query/find';
import { numeral } from './words';

export function hintsOnList(list: Found, isFiltered: boolean): string[] {
	return [...(list.isCut ? onLimit(list) : isFiltered ? onFilters(list) : []), ...onCount(list)];
}

function onFilters({ rowsRead, totalItems, matchCount }: Found): string[] {
	const read = `${numeral(rowsRead)} of ${numeral(totalItems)} projects were read`;
	return [`${read}; ${numeral(matchCount)} of them match the filters.`];
}

/** n8n itself says that the limit was reached and which parameters change it. */
function onLimit({ rows, matchCount, total }: Found): string[] {
	const shown = numeral(rows.length);
	if (total !== undefined) return [`Showing ${shown} of ${numeral(total)} that match.`];
	const isMore = matchCount > rows.length;
	return [
		`Showing ${shown}; ${isMore ? `at least ${numeral(matchCount)} match` : 'more may match'}.`,
	];
}

function onCount({ totalItems, rowsRead, countsMore }: Progress): string[] {
	if (!countsMore) return [];
	const counted = `The service says that there are ${numeral(totalItems)} projects.`;
	return [`${counted} Reading the list several times found ${numeral(rowsRead)}.`];
}

/**
 * For a model that used the node as a tool: whether it has all that match, and how to get at the others.
 * @param returned how many of them the answer has room for
 * @param most that any answer to a model holds
 * @param next which argument of another call gets the others
 */
export function noteOnList(
	list: Found,
	returned: number,
	most: { readonly projects: number; readonly tokens: number },
	next?: string,
): string {
	const { rows, isCut, total } = list;
	if (isCut || returned < rows.length) {
		const of = total === undefined ? 'more, how many was not counted' : numeral(total);
		const isFull = returned < rows.length;
		const bound = isFull ? `about ${numeral(most.tokens)} tokens` : `${most.projects} projects`;
		const again = next ? `call again with the same arguments and ${next}, or ` : '';
		return `Cut: ${numeral(returned)} of ${of}. An answer has at most ${bound}. For the others, ${again}change the arguments.`;
	}
	const all =
		returned === 0 ? 'No project matches.' : `All matching projects: ${numeral(returned)}.`;
	return [all, ...onCount(list)].join(' ');
}

/** Each filter by its label: an expression or a model may have given something else than was meant. */
export function lookedFor(filters: ReadonlyArray<readonly [label: string, value: unknown]>) {
	const named = filters.map(([label, value]) => `${label} '${String(value).slice(0, 100)}'`);
	return `Looked for: ${named.join(', ')}.`;
}

export const notApplied = (filter: string) =>
	`The filter '${filter}' was not applied: its expression is empty.`;

/** Names the items, of so many input items, unless all have the hint. n8n counts from 0, too. */
export function hintOnItems(hint: string, items: readonly number[], count: number): string {
	if (items.length === count) return hint;
	return `Item ${items.slice(0, 10).join(', ')}${items.length > 10 ? ', …' : ''}: ${hint}`;
}
