import type { INodeProperties } from 'n8n-workflow';

import { type Read, trueOrFalse, wholeNumber } from './parameterValues';
import { MOST_FOR_TOOLS } from './tool';

export const limit: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		displayOptions: { show: { returnAll: [false] } },
		default: 50,
		description: 'Max number of results to return',
	},
];

/** How many results are wanted; infinite for all. A tool gets no more than is good for a model. */
export function readLimit(read: Read, isTool = false): number {
	const returnAll = trueOrFalse('Return All', read('returnAll'));
	const wanted = returnAll ? Infinity : wholeNumber('Limit', read('limit'), 1);
	return isTool ? Math.min(wanted, MOST_FOR_TOOLS.projects) : wanted;
}
