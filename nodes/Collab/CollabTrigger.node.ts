import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';
import { authentication } from './fields/requests';
import { loadOptions } from './actions/loadOptions';
import { testApiKey } from './client/testApiKey';
import { triggerFields } from './trigger/fields';
import { runPoll } from './trigger/poll';

export class CollabTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Collab Trigger',
		name: 'collabTrigger',
		icon: { light: 'file:../../icons/collab.svg', dark: 'file:../../icons/collab.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle:
			'={{ [].concat($parameter["events"]).length > 3 ? $parameter["events"].length + " events" : [].concat($parameter["events"]).map((event) => event.replace(/[A-Z]/g, " $&").toLowerCase()).join(", ") }}',
		description: 'Starts the workflow when projects change',
		defaults: { name: 'Collab Trigger' },
		polling: true,
		builderHint: {
			searchHint:
				'Gives one item for each changed project, each change once, and keeps by itself what it has seen: no schedule, data table or comparison is needed before it. For all projects at a fixed time, use a Schedule Trigger with Collab, which lists and counts them.',
		},
		inputs: [],
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
		properties: [authentication, ...triggerFields],
	};

	methods = { credentialTest: { testApiKey }, loadOptions };

	poll = runPoll;
}
