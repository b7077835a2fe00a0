import type { IExecuteFunctions } from 'n8n-workflow';

import type { Service } from '../client/service';
import type { Read } from './parameterValues';

/** What an operation is executed with: one input item. */
export interface Item {
	readonly context: IExecuteFunctions;
	readonly itemIndex: number;
	/** Whether an AI agent uses the node as a tool. */
	readonly isTool: boolean;
	/** Reads a parameter for this item. */
	readonly read: Read;
	/** The way to the service, shared by all items. */
	readonly service: Service;
}
