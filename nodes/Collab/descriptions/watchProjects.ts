import type { INodeProperties } from 'n8n-workflow';

import { status } from './projects';

export const watchProjects: INodeProperties[] = [
	{ ...status, description: 'Which projects start the workflow when they change' },
];
