/** Whatever text comes from outside, the time to read it grows as the text does: n8n does nothing else meanwhile. */
import { filters, readFilters } from '../../nodes/Collab/fields/filters';
import * as values from '../../nodes/Collab/fields/parameterValues';
import { readFromModel, thatFit } from '../../nodes/Collab/fields/tool';
import { asHtml, errorOfAnswer, toCollabError } from '../../nodes/Collab/client/nodeErrors';
import { evaluationTimeIn } from '../../nodes/Collab/core/query/computedFields';
import { foldCase } from '../../nodes/Collab/core/query/predicate';
import { summaryOf } from '../../nodes/Collab/core/query/summary';
import { toAddress, toApiKey } from '../../nodes/Collab/core/requests/credential';
import { parseBody } from '../../nodes/Collab/core/requests/received';
import { assertRevoked } from '../../nodes/Collab/core/requests/revocation';
import { parseInstant } from '../../nodes/Collab/core/time';
import { orError } from './errorIn';

const at = evaluationTimeIn('UTC', Date.UTC(2026, 5, 15));
const bytes = (text: string) => new TextEncoder().encode(text);
const names = (filters.options ?? []).map(({ name }) => name);

function filterWith(name: string, text: string): void {
	const { matches } = readFilters(() => ({ [name]: text }), at);
	matches?.({ id: text, name: text, owner_id: text, status: text, updated_at: text });
}

const READERS: Readonly<Record<string, (text: string) => unknown>> = {
	...Object.fromEntries(names.map((name) => [name, (text) => filterWith(name, text)])),
	empty: values.isEmpty,
	choice: (text) => values.oneOf('Status', text, ['all']),
	number: (text) => values.numberBetween('Limit', text, 0),
	argument: (text) => readFromModel(() => ({ nameContains: text, overdue: text }), 'filters'),
	'text for a model': (text) => thatFit([text], ''),
	html: asHtml,
	key: toApiKey,
	address: (text) => toAddress('Authorization Server URL', text),
	'address of a host': (text) => toAddress('Base URL', `https://${text}`),
	'address with a path': (text) => toAddress('Base URL', `https://a.test/${text}`),
	stamp: (text) => parseInstant(`2026-01-01T00:00:00${text}`),
	fraction: (text) => parseInstant(`2026-01-01T00:00:00.${text}Z`),
	name: foldCase,
	status: (text) => summaryOf([{ id: '1', status: text }], at),
	'answer to a revocation': (text) => assertRevoked(200, bytes(text)),
	'answer with an error': (text) => assertRevoked(200, bytes(`{${text}`)),
	'answer to a list': (text) => parseBody(bytes(`["${text}"]`)),
	'cut answer': (text) => parseBody(bytes(text)),
	headers: (text) => errorOfAnswer(429, { 'retry-after': text, date: text }),
	failure: (text) => toCollabError({ message: text, code: text }),
};

/** Each is repeated, and something follows that ends no pattern. */
const SHAPES = [
	...[' ', '\t\n', '"', "'", '1', '0', '/', ',', '[', ']', '(', '{', '.', '-', ':', '%', '*', '<'],
	...[' "', '[ ', '] ', 'a,', '1.', '"error" ', '"error":', '\\"', 'x-api-key ', 'bearer ', '&lt;'],
	...['\u0301\u0323', '\u200b', '\u00a0', 'i\u0307', '\ud800', '😀', '2026-01-01'],
	Array.from({ length: 500 }, (_, code) => String.fromCharCode(0x4e00 + code)).join(''),
];

/** The time for as many characters in all, in texts of that length. */
function timeFor(read: (text: string) => unknown, shape: string, length: number): number {
	const text = `${shape.repeat(length / shape.length)}x`;
	const start = process.cpuUsage();
	for (let done = 0; done < 100_000; done += length) orError(() => read(text));
	const { user, system } = process.cpuUsage(start);
	return user + system;
}

it.each(Object.entries(READERS))('%s takes ten times as long for ten times the text', (_, read) => {
	const quadratic = SHAPES.filter((shape) =>
		// Quadratic is ten here, and linear one or less. A busy machine may spoil one of four pairs, but not all.
		Array.from({ length: 4 }).every(
			() => timeFor(read, shape, 20_000) > 4 * (timeFor(read, shape, 2_000) + 1_000),
		),
	);
	expect(quadratic).toEqual([]);
});
