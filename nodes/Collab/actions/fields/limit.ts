import type { INodeProperties } from 'n8n-workflow';

import { type Read, trueOrFalse, wholeNumber } from './parameterValues';

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

/** How many results are wanted; infinite for all. */
export function readLimit(read: Read): number {
	const returnAll = trueOrFalse('Return All', read('returnAll'));
	return returnAll ? Infinity : wholeNumber('Limit', read('limit'), 1);
}
