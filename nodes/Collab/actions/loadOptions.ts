/** What the editor loads from the service while a person chooses. */
import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { toNodeError } from '../client/nodeErrors';
import { PATIENCE_MS, Service } from '../client/service';
import { readAuthentication } from '../fields/requests';
import { type ListName, loadChoices, VALUE_LISTS } from '../fields/filters/valueLists';

const load = (list: ListName) =>
	async function (this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		try {
			const source = await new Service(this).projects(undefined, {
				authentication: readAuthentication((name) => this.getCurrentNodeParameter(name)),
				maxConcurrentRequests: 1,
				maxRetryWaitMs: PATIENCE_MS,
				timeoutMs: PATIENCE_MS,
				deadlineMs: Date.now() + PATIENCE_MS,
				isWatched: true,
			});
			return await loadChoices(source.fetchPage, VALUE_LISTS[list]).finally(source.end);
		} catch (error) {
			throw toNodeError(this, error, 'setup');
		}
	};

export const loadOptions = { getOwners: load('ownerIds'), getStatuses: load('statuses') };
