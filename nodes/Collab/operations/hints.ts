/** What the output panel says about how a result came about. */
import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import type { Found } from '../core/query/find';

export type Reading = Pick<Found, 'totalItems' | 'totalsDisagreed'> & { readonly count: number };

export function hintsOnList(list: Reading): NodeExecutionHint[] {
	return toHints([hintOnLimit(list), hintOnDisagreement(list)]);
}

export function hintsOnFound(
	found: Reading & Pick<Found, 'rowsRead' | 'isCut' | 'matchCount'>,
): NodeExecutionHint[] {
	return toHints([hintOnFilters(found), hintOnDisagreement(found)]);
}

export function hintsOnSummary(summarized: Reading & Pick<Found, 'rowsRead'>): NodeExecutionHint[] {
	const { count, rowsRead } = summarized;
	const isFiltered = count < rowsRead || rowsRead < summarized.totalItems;
	return toHints([
		isFiltered ? hintOnFilters({ ...summarized, isCut: false, matchCount: count }) : undefined,
		hintOnDisagreement(summarized),
	]);
}

const shown = new WeakMap<IExecuteFunctions, Set<string>>();

/** Once for the run: many input items would give many times the same, and n8n saves them all. */
export function showHints(context: IExecuteFunctions, hints: readonly NodeExecutionHint[]): void {
	if (!('addExecutionHints' in context)) return; // In n8n before 1.7x.
	const told = shown.get(context) ?? new Set<string>();
	shown.set(context, told);
	for (const hint of hints) {
		if (!told.has(hint.message)) context.addExecutionHints(hint);
		told.add(hint.message);
	}
}

function toHints(messages: Array<string | undefined>): NodeExecutionHint[] {
	return messages
		.filter((message) => message !== undefined)
		.map((message) => ({ message, location: 'outputPane' }));
}

function hintOnLimit({ count, totalItems }: Reading): string | undefined {
	if (count === 0 || count >= totalItems) return undefined;
	return `${numeral(count)} of ${numeral(totalItems)} projects; turn on Return All to get them all.`;
}

function hintOnFilters(
	found: Pick<Found, 'rowsRead' | 'totalItems' | 'isCut' | 'matchCount'>,
): string {
	const { rowsRead, totalItems, isCut, matchCount } = found;
	const read = `${numeral(rowsRead)} of ${numeral(totalItems)} projects were read`;
	const result = `${read}; ${numeral(matchCount)} of them match the filters.`;
	return isCut ? `${result} There may be more: turn on Return All to get them all.` : result;
}

function hintOnDisagreement({ totalsDisagreed }: Reading): string | undefined {
	return totalsDisagreed
		? 'The number of projects changed while they were read. Every project that stayed unchanged is in the list once.'
		: undefined;
}

const numeral = (value: number) => value.toLocaleString('en-US');
