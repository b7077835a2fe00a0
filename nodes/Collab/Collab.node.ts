import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';

import { Waits } from './core/requests/limiter';
import { authentication, credentials } from './descriptions/authentication';
import { MAIN } from './descriptions/connections';
import { listProjects as listProjectsFields } from './descriptions/listProjects';
import { resourceAndOperation } from './descriptions/operations';
import { revokeAccess as revokeAccessFields } from './descriptions/revokeAccess';
import { summarizeProjects as summarizeProjectsFields } from './descriptions/summarizeProjects';
import { isStopped, toNodeError } from './client/failures';
import { run } from './operations/run';

export class Collab implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Collab',
		name: 'collab',
		icon: { light: 'file:../../icons/collab.svg', dark: 'file:../../icons/collab.dark.svg' },
		group: ['input'],
		version: 1,
		subtitle:
			'={{ {"list": "List Projects", "summary": "Summarize Projects", "revoke": "Revoke Authorization"}[$parameter["operation"]] }}',
		description: 'Lists, filters and summarizes the projects of a Collab account',
		defaults: { name: 'Collab' },
		usableAsTool: true,
		inputs: [MAIN],
		outputs: [MAIN],
		credentials,
		properties: [
			authentication,
			...resourceAndOperation,
			...listProjectsFields,
			...summarizeProjectsFields,
			...revokeAccessFields,
		],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const waits = new Waits();
		const perItem: INodeExecutionData[][] = [];
		for (const itemIndex of this.getInputData().keys()) {
			try {
				perItem.push(await run(this, itemIndex, waits));
			} catch (error) {
				const nodeError = toNodeError(this, error, itemIndex);
				if (!this.continueOnFail() || isStopped(this)) throw nodeError;
				const { message, description } = nodeError;
				const json = { error: message, ...(description ? { details: description } : {}) };
				perItem.push([{ json, pairedItem: { item: itemIndex } }]);
			}
		}
		return [perItem.flat()];
	}
}
