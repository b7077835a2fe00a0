import { validateNodeDescription } from 'n8n-core/dist/nodes-loader/validate-node-description';
import { Collab } from '../../nodes/Collab/Collab.node';
import { CollabTrigger } from '../../nodes/Collab/CollabTrigger.node';
import { nodeTypes } from './harness/nodeTypes';

it.each([new Collab(), new CollabTrigger()])(
	'hints for the AI builder stand where n8n reads them, and name nodes that exist',
	({ description }) => {
		expect(description.builderHint?.searchHint).toBeDefined();
		expect(() => validateNodeDescription(description)).not.toThrow();
		for (const { nodeType } of description.builderHint?.relatedNodes ?? [])
			expect(() => nodeTypes.getByName(nodeType)).not.toThrow();
	},
);
