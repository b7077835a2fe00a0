import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';
import { properties } from './actions';
import { loadOptions } from './actions/loadOptions';
import { testApiKey } from './client/testApiKey';
import { router } from './actions/router';

export class Collab implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Collab',
		name: 'collab',
		icon: { light: 'file:../../icons/collab.svg', dark: 'file:../../icons/collab.dark.svg' },
		group: ['input'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'List and summarize Collab projects',
		defaults: { name: 'Collab' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				'Filters, sorts, limits and counts by itself: prefer its Filters, Sort By, Limit and Add Computed Fields, or Summarize Projects, to Filter, Sort, Limit, Aggregate or Code nodes after it. Only reads: it cannot create or change projects. To react to changes, use Collab Trigger instead of a schedule. As a tool of an AI agent it has a description and arguments of its own: set resource and operation, and leave the other parameters out. In n8n Agents, which find no arguments in defaults, give limit, status and, in filters, nameContains, overdue, dueWithinDays, ownerIds, projectIds, statuses, updatedAfter and updatedBefore a $fromAI expression each; empty text means not set, as does -1 for dueWithinDays.',
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'collabApi',
				required: true,
				testedBy: 'testApiKey',
				displayOptions: { show: { authentication: ['apiKey'] } },
			},
			{
				name: 'collabOAuth2Api',
				required: true,
				displayOptions: { show: { authentication: ['oAuth2'] } },
			},
		],
		properties,
	};

	methods = { credentialTest: { testApiKey }, loadOptions };

	execute = router;
}
