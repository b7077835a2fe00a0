import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Waits } from '../core/requests/limiter';
import { unusable } from '../parameters/read';
import { listProjects } from './listProjects';
import { revokeAccess } from './revokeAccess';
import { summarizeProjects } from './summarizeProjects';

type Run = (
	context: IExecuteFunctions,
	itemIndex: number,
	waits: Waits,
) => Promise<INodeExecutionData[]>;

const OPERATIONS: ReadonlyMap<string, Run> = new Map([
	['project/list', listProjects],
	['project/summary', summarizeProjects],
	['authorization/revoke', revokeAccess],
]);

/** The chosen operation, for one input item. */
export const run: Run = async (context, itemIndex, waits) => {
	const resource = context.getNodeParameter('resource', itemIndex);
	const operation = context.getNodeParameter('operation', itemIndex);
	const chosen = OPERATIONS.get(`${resource}/${operation}`);
	if (!chosen) throw unusable('Operation', `one of ${[...OPERATIONS.keys()].join(', ')}`);
	return await chosen(context, itemIndex, waits);
};
