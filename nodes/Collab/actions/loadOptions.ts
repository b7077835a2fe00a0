/** What the editor loads from the service while a person chooses. */
import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { Run } from '../client/client';
import { toNodeError } from '../client/nodeErrors';
import { readAuthentication } from './fields/authentication';
import { loadOwners } from './fields/filters/owners';

/** A person waits for the list. */
const SETTINGS = { maxConcurrentRequests: 1, maxRetryWaitMs: 5_000, timeoutMs: 15_000 };

async function getOwners(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	try {
		const authentication = readAuthentication((name) => this.getCurrentNodeParameter(name));
		const client = await new Run(this).client(undefined, authentication, SETTINGS);
		return await loadOwners(client.fetchPage).finally(client.end);
	} catch (error) {
		throw toNodeError(this, error);
	}
}

export const loadOptions = { getOwners };
