import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';

import { filters } from './filters';
import { status } from './projects';
import { requestOptions } from './requestOptions';

const fields: INodeProperties[] = [status, filters, requestOptions];

export const summarizeProjects = updateDisplayOptions(
	{ show: { resource: ['project'], operation: ['summary'] } },
	fields,
);
