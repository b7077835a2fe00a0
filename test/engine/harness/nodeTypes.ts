import { NodeHelpers, type INodeType, type INodeTypes } from 'n8n-workflow';
import { Collab } from '../../../nodes/Collab/Collab.node';
import { CollabTrigger } from '../../../nodes/Collab/CollabTrigger.node';
import { manualTrigger, noOp } from './baseNodes';

const types: Record<string, INodeType> = {
	'n8n-nodes-base.manualTrigger': manualTrigger,
	'n8n-nodes-base.noOp': noOp,
	'n8n-nodes-collab.collab': new Collab(),
	'n8n-nodes-collab.collabTrigger': new CollabTrigger(),
	'n8n-nodes-collab.collabTool': asTool(new Collab()),
};

/** The variant of a node that n8n makes for AI agents, as far as it concerns the engine. */
function asTool(node: INodeType): INodeType {
	const description = { ...node.description, name: `${node.description.name}Tool` };
	return Object.create(node, { description: { value: description } }) as INodeType;
}

function typeNamed(name: string): INodeType {
	const type = types[name];
	if (type === undefined) throw new Error(`No node type "${name}" in this engine`);
	return type;
}

export const nodeTypes: INodeTypes = {
	getByName: typeNamed,
	getByNameAndVersion: (name, version) =>
		NodeHelpers.getVersionedNodeType(typeNamed(name), version),
	getKnownTypes: () => ({}),
};
