import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';

import { properties } from './actions';
import { credentials } from './actions/fields/authentication';
import { router } from './actions/router';
import { MAIN } from './connections';

export class Collab implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Collab',
		name: 'collab',
		icon: { light: 'file:../../icons/collab.svg', dark: 'file:../../icons/collab.dark.svg' },
		group: ['input'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Lists, filters and summarizes the projects of a Collab account',
		defaults: { name: 'Collab' },
		usableAsTool: true,
		inputs: [MAIN],
		outputs: [MAIN],
		credentials,
		properties,
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await router(this);
	}
}
