import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Item } from '../fields/item';

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
