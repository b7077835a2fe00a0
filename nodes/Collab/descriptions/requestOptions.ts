import type { INodeProperties } from 'n8n-workflow';

export const requestOptions: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'Max Wait',
			name: 'maxWait',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 300,
			description:
				'Seconds that a run may spend waiting, in all, while the service limits requests or is not available. After that the node fails. 0 fails at once.',
		},
		{
			displayName: 'Requests at Once',
			name: 'requestsAtOnce',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 16 },
			default: 8,
			description:
				'How many requests may be under way at the same time. Fewer are sent while the service limits requests.',
		},
		{
			displayName: 'Timeout',
			name: 'timeout',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 30,
			description: 'Seconds to wait for each answer of the service',
		},
	],
};
