import type {
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IPollFunctions,
} from 'n8n-workflow';

import { authentication, credentials } from './actions/fields/authentication';
import { MAIN } from './connections';
import { watchProjects } from './trigger/fields';
import { toNodeError } from './client/nodeErrors';
import { handOver } from './trigger/handover';
import { pollProjects, showNewestProject } from './trigger/poll';
import { alone, isRegistration, outlives } from './trigger/polling';

export class CollabTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Collab Trigger',
		name: 'collabTrigger',
		icon: { light: 'file:../../icons/collab.svg', dark: 'file:../../icons/collab.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle:
			'={{ {"all": "All projects", "active": "Active projects", "archived": "Archived projects"}[$parameter["status"]] }}',
		description: 'Starts the workflow when projects of a Collab account are created or change',
		defaults: { name: 'Collab Trigger' },
		polling: true,
		inputs: [],
		outputs: [MAIN],
		credentials,
		properties: [authentication, ...watchProjects],
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		const registers = isRegistration(this);
		try {
			if (this.getMode() === 'manual') return await showNewestProject(this);
			const poll = async () => await pollProjects(this);
			return await alone(this, async () => await handOver(this, poll));
		} catch (error) {
			const nodeError = toNodeError(this, error);
			if (!registers || !outlives(this, error)) throw nodeError;
			const { message, description } = nodeError;
			this.logger.warn(`Collab Trigger: ${message}. The next poll tries again.`, { description });
			return null;
		}
	}
}
