/** What an operation of the node is given for each input item, and what it gives. */
import type {
	IDataObject,
	IExecuteFunctions,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';
import type { Service } from '../client/service';
import type { Read } from './parameterValues';

export interface Item {
	readonly context: IExecuteFunctions;
	readonly itemIndex: number;
	/** Whether an AI agent uses the node as a tool. */
	readonly isTool: boolean;
	readonly read: Read;
	readonly service: Service;
}

export interface OperationResult {
	/** One object for each output item. */
	readonly items: readonly IDataObject[];
	/** What the output panel says about them. */
	readonly hints?: readonly string[];
}

/** What an operation's file exports. */
export interface Operation {
	/** Its entry in the list of operations; its value is the operation's key in `resources`. */
	readonly option: Omit<INodePropertyOptions, 'value'>;
	/** Shown for this operation only. */
	readonly fields: INodeProperties[];
	readonly execute: (item: Item) => Promise<OperationResult>;
}
