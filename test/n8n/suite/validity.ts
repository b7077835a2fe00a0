import { randomUUID } from 'node:crypto';
import { NodeHelpers, type INode, type INodeTypeDescription } from 'n8n-workflow';
import { exampleFiles, readExample } from '../../../dev/demo/examples';
import { node } from '../../../dev/host/template';
import { stage } from './stage';

const NODE_FIELDS = [
	...['name', 'type', 'typeVersion', 'position', 'parameters', 'executeOnce', 'alwaysOutputData'],
	...['retryOnFail', 'maxTries', 'waitBetweenTries', 'onError'],
];

/** This is left for the person who imports a template. */
const LEFT_TO_CHOOSE = ['fromEmail', 'toEmail', 'channelId', 'documentId'];

describe('The workflows of examples/', () => {
	/** The editor gets n8n's own, this package's, and the tool variants that n8n derives. */
	let types: INodeTypeDescription[];
	let templates: Array<{ file: string; nodes: INode[] }>;
	let allNodes: INode[];

	beforeAll(async () => {
		const answer = await stage.session.page('/types/nodes.json');
		types = (await answer.json()) as INodeTypeDescription[];
		const reading = (await exampleFiles()).map(async (file) => {
			return { file, ...(await readExample(file)) };
		});
		templates = await Promise.all(reading);
		allNodes = templates.flatMap(({ nodes }) => nodes);
	});

	function typeOf({ type, typeVersion }: INode): INodeTypeDescription {
		const isIt = ({ name, version }: INodeTypeDescription) =>
			name === type && [version].flat().includes(typeVersion);
		const found = types.find(isIt);
		if (!found) throw new Error(`The installed n8n has no ${type} in version ${typeVersion}`);
		return found;
	}

	/** Adds the defaults of parameters that are not given, as the editor does. */
	function filledIn(node: INode) {
		const type = typeOf(node);
		return NodeHelpers.getNodeParameters(type.properties, node.parameters, true, false, node, type);
	}

	it('hold only nodes that exist, whose parameters n8n keeps as they stand', () => {
		for (const node of allNodes) {
			// n8n 2.30 has no instructions for MCP servers: assistants then go by the tools' own descriptions.
			const { instructions, ...others } = node.parameters;
			expect(filledIn(node)).toMatchObject(others);
			if (instructions !== undefined) expect(node.type).toMatch(/mcpTrigger$/);
		}
	});

	it.each(['list', 'summarize'])(
		"n8n's Chat takes the tool %s as the editor has it",
		async (name) => {
			const id = randomUUID();
			const tool = node(name, 'n8n-nodes-collab.collabTool', { operation: name }, { id });
			const parameters = filledIn(tool);
			expect(parameters).toHaveProperty('filters.overdue');
			const definition = { ...tool, parameters };
			await stage.session.put('/chat/enabled', { enabled: true });
			const taken = await stage.session.post('/chat/tools', { definition });
			expect(taken).toMatchObject({ definition });
		},
	);

	it('leave nothing to enter but addresses, channels and documents, and replace no API key by OAuth2', () => {
		const left = allNodes.flatMap((node) => {
			const type = typeOf(node);
			const issues = NodeHelpers.getNodeParametersIssues(type.properties, node, type);
			return Object.keys(issues?.parameters ?? {});
		});
		expect(left.filter((name) => !LEFT_TO_CHOOSE.includes(name))).toEqual([]);
		const own = allNodes.filter(({ type }) => type.startsWith('n8n-nodes-collab.'));
		expect(own.filter(({ parameters }) => 'authentication' in parameters)).toEqual([]);
	});

	it('bring nothing of the one who made them: no credential, ID or data', () => {
		for (const template of templates) {
			const all = ['connections', 'file', 'name', 'nodes', 'settings'];
			expect(Object.keys(template).sort()).toEqual(all);
			const fields = template.nodes.flatMap((node) => Object.keys(node));
			expect(fields.filter((field) => !NODE_FIELDS.includes(field))).toEqual([]);
		}
	});

	it('let Google Sheets take what it gets for text, never for a formula', () => {
		const written = allNodes
			.filter(({ type }) => type.endsWith('.googleSheets'))
			.filter(({ parameters }) => 'columns' in parameters);
		const raw = { parameters: { options: { cellFormat: 'RAW' } } };
		expect(written).toMatchObject([raw, raw]);
	});
});
