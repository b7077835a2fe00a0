import type {
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IPollFunctions,
} from 'n8n-workflow';

import { authentication, credentials } from './actions/fields/authentication';
import { MAIN } from './connections';
import { triggerFields } from './trigger/fields';
import { toNodeError } from './client/nodeErrors';
import { fetchTestEvent, readChanges } from './trigger/poll';
import { survivesFailedRegistration } from './trigger/registration';
import { type ReadChanges, sessionOf } from './trigger/session';

export class CollabTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Collab Trigger',
		name: 'collabTrigger',
		icon: { light: 'file:../../icons/collab.svg', dark: 'file:../../icons/collab.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle:
			'={{ "Project " + [].concat($parameter["events"]).map((event) => event.replace(/[A-Z]/g, " $&").toLowerCase()).join(", ") }}',
		description: 'Starts the workflow when projects of a Collab account are created or change',
		defaults: { name: 'Collab Trigger' },
		polling: true,
		builderHint: {
			searchHint:
				'Gives one item for each changed project, each change once, and keeps by itself what it has seen: no schedule, data table or comparison is needed before it. For all projects at a fixed time, use a Schedule Trigger with Collab.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-collab.collab',
					relationHint: 'Lists or counts the projects that exist',
				},
			],
		},
		inputs: [],
		outputs: [MAIN],
		credentials,
		properties: [authentication, ...triggerFields],
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		const session = this.getMode() === 'manual' ? undefined : sessionOf(this);
		const isRegistration = session?.registers(this) ?? false;
		try {
			if (!session) return await fetchTestEvent(this);
			const read: ReadChanges = async (open) => await readChanges(this, open);
			return await session.poll(this, isRegistration, read);
		} catch (error) {
			const nodeError = toNodeError(this, error);
			if (!isRegistration || !survivesFailedRegistration(this, error)) throw nodeError;
			const { message, description } = nodeError;
			this.logger.warn(`Collab Trigger: ${message}. The next poll tries again.`, { description });
			return null;
		}
	}
}
