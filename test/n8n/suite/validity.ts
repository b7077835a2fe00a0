import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { NodeHelpers, type INode, type INodeTypeDescription } from 'n8n-workflow';
import { exampleFiles, FOLDER } from '../../../dev/demo/examples';
import { node, readTemplate } from '../../../dev/host/template';
import versions from '../versions.json';
import { stage } from './stage';

const NODE_FIELDS = ['name', 'type', 'typeVersion', 'position', 'parameters', 'executeOnce'];
const NOTE = 'n8n-nodes-base.stickyNote';

/** What is left for the person who imports a template. */
const LEFT_TO_CHOOSE = [
	'email-weekly-project-digest.json, Send the Digest: fromEmail, toEmail',
	'post-overdue-projects-to-slack.json, Post the List: channelId',
	'post-project-changes-to-slack.json, Post the Message: channelId',
	'save-active-projects-to-google-sheets.json, Empty the Sheet: documentId',
	'save-active-projects-to-google-sheets.json, Fill the Sheet: documentId',
	'sync-projects-to-google-sheets.json, Add or Update Rows: documentId',
];

/** n8n's guidelines for templates: one overview, in the default yellow, and white notes for sections. */
const WHITE = 7;
const GROUPED_FROM_NODES = 4;
const PARTS = ['### How it works', '### Setup', '### Customize'];
const oldest = versions.at(-1)?.n8n.replace(/\.\d+$/, '');
const INSTALL = `Setup\n1. Install \`n8n-nodes-collab\` in a self-hosted n8n, version ${oldest} or newer`;

const wordsIn = (text: string) => text.split(/\s+/).filter((word) => /\w/.test(word)).length;
const textOf = ({ parameters }: INode) => parameters['content'] as string;

describe('The workflows of examples/', () => {
	/** As the editor gets them: n8n's own, this package's, and the tool variants that n8n derives. */
	let types: INodeTypeDescription[];
	let templates: Array<{ file: string; name: string; nodes: INode[] }>;
	let allNodes: INode[];

	beforeAll(async () => {
		const answer = await stage.session.page('/types/nodes.json');
		types = (await answer.json()) as INodeTypeDescription[];
		const reading = (await exampleFiles()).map(async (file) => {
			return { file, ...(await readTemplate(join(FOLDER, file))) } as never;
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

	/** The parameters as the editor has them, with the defaults of those that are not given. */
	function filledIn(node: INode) {
		const type = typeOf(node);
		return NodeHelpers.getNodeParameters(type.properties, node.parameters, true, false, node, type);
	}

	it('are of nodes that exist, whose parameters n8n keeps as they stand', () => {
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
			const parameters = filledIn(tool as unknown as INode);
			expect(parameters).toHaveProperty('filters.overdue');
			const definition = { ...tool, parameters };
			await stage.session.put('/chat/enabled', { enabled: true });
			const taken = await stage.session.post('/chat/tools', { definition });
			expect(taken).toMatchObject({ definition });
		},
	);

	it('leave nothing to enter but addresses, channels and documents, and replace no API key by OAuth2', () => {
		const left = templates.flatMap(({ file, nodes }) =>
			nodes.flatMap((node) => {
				const type = typeOf(node);
				const issues = NodeHelpers.getNodeParametersIssues(type.properties, node, type);
				const names = Object.keys(issues?.parameters ?? {}).join(', ');
				return names === '' ? [] : [`${file}, ${node.name}: ${names}`];
			}),
		);
		expect(left).toEqual(LEFT_TO_CHOOSE);
		const own = allNodes.filter(({ type }) => type.startsWith('n8n-nodes-collab.'));
		expect(own.filter(({ parameters }) => 'authentication' in parameters)).toEqual([]);
	});

	it('have one overview that says how they work and how to set them up, and short sections from four nodes on', () => {
		for (const { file, name, nodes } of templates) {
			const steps = nodes.filter(({ type }) => type !== NOTE);
			const notes = nodes.filter(({ type }) => type === NOTE);
			const isSection = ({ parameters }: INode) => parameters['color'] === WHITE;
			const [overview = '', ...others] = notes.filter((note) => !isSection(note)).map(textOf);
			const sections = notes.filter(isSection).map(textOf);
			expect([name.toLowerCase().split(' ')[0], others]).toEqual([file.split('-')[0], []]);
			expect(overview.match(/^##+ .*/gm)).toEqual([`## ${name}`, ...PARTS]);
			expect(overview).toContain(INSTALL);
			expect(wordsIn(overview)).toBeGreaterThanOrEqual(100);
			expect(wordsIn(overview)).toBeLessThanOrEqual(300);
			expect(sections.length > 0).toBe(steps.length >= GROUPED_FROM_NODES);
			expect(sections.filter((text) => wordsIn(text) >= 50)).toEqual([]);
			const needsCredential = (step: INode) =>
				!step.type.endsWith('.chatTrigger') && typeOf(step).credentials?.length;
			for (const step of steps.filter(needsCredential))
				expect(overview).toContain(`*${step.name}*`);
		}
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
			.filter(({ parameters }) => parameters['operation'] !== 'clear');
		const raw = { parameters: { options: { cellFormat: 'RAW' } } };
		expect(written).toMatchObject([raw, raw]);
	});
});
