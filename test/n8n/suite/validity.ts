import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import {
	NodeHelpers,
	type INode,
	type INodeParameters,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { exampleFiles } from '../../../dev/demo/examples';
import {
	node,
	readTemplate,
	type WorkflowDraft,
	type WorkflowNode,
} from '../../../dev/host/template';
import { FOLDER } from '../examples';
import versions from '../versions.json';
import { stage } from './stage';

const NODE_FIELDS = ['name', 'type', 'typeVersion', 'position', 'parameters', 'executeOnce'];
const NOTE = 'n8n-nodes-base.stickyNote';

/** What is left for the person who imports a template: nodes and their parameters. */
const LEFT_TO_CHOOSE: Readonly<Record<string, readonly string[]>> = {
	'email-weekly-project-digest.json': ['Send the Digest: fromEmail, toEmail'],
	'post-overdue-projects-to-slack.json': ['Post the List: channelId'],
	'post-project-changes-to-slack.json': ['Post the Message: channelId'],
	'sync-projects-to-google-sheets.json': ['Add or Update Rows: documentId'],
};

/** n8n's guidelines for templates: one overview, in the default yellow, and white notes for sections. */
const WHITE = 7;
const GROUPED_FROM_NODES = 4;

const wordsIn = (text: string) => text.split(/\s+/).filter((word) => /\w/.test(word)).length;
const textOf = ({ parameters }: WorkflowNode) => String(parameters['content']);

describe('The workflows of examples/', () => {
	/** As the editor gets them: n8n's own, this package's, and the tool variants that n8n derives. */
	let types: INodeTypeDescription[];
	let templates: ReadonlyArray<readonly [file: string, template: WorkflowDraft]>;

	beforeAll(async () => {
		const answer = await stage.session.page('/types/nodes.json');
		types = (await answer.json()) as INodeTypeDescription[];
		const reading = (await exampleFiles()).map(
			async (file) => [file, await readTemplate(join(FOLDER, file))] as const,
		);
		templates = await Promise.all(reading);
	});

	function typeOf({ type, ...node }: WorkflowNode): INodeTypeDescription {
		const version = Number(node['typeVersion']);
		const found = types.find((one) => one.name === type && [one.version].flat().includes(version));
		if (!found) throw new Error(`The installed n8n has no ${type} in version ${version}`);
		return found;
	}

	const allNodes = () => templates.flatMap(([, { nodes }]) => nodes);
	const asNode = (node: WorkflowNode) => node as unknown as INode;

	/** The parameters as the editor has them, with the defaults of those that are not given. */
	function filledIn(node: WorkflowNode): INodeParameters | null {
		const type = typeOf(node);
		const given = node.parameters as INodeParameters;
		return NodeHelpers.getNodeParameters(type.properties, given, true, false, asNode(node), type);
	}

	it('are of nodes that exist, whose parameters n8n keeps as they stand', () => {
		for (const node of allNodes()) {
			// n8n 2.30 has no instructions for MCP servers: assistants then go by the tools' own descriptions.
			const { instructions, ...others } = node.parameters;
			expect(filledIn(node)).toMatchObject(others);
			if (instructions !== undefined) expect(node.type).toMatch(/mcpTrigger$/);
		}
	});

	it.each(['list', 'summarize'])(
		"n8n's Chat takes the tool %s as the editor fills it in",
		async (operation) => {
			const tool = node(operation, 'n8n-nodes-collab.collabTool', {}, { id: randomUUID() });
			const parameters = filledIn({ ...tool, parameters: { operation } });
			expect(parameters).toHaveProperty('filters.overdue');
			const definition = { ...tool, parameters };
			await stage.session.put('/chat/enabled', { enabled: true });
			const taken = await stage.session.post('/chat/tools', { definition });
			expect(taken).toMatchObject({ definition });
		},
	);

	it('leave nothing to enter but addresses, channels and documents, and replace no API key by OAuth2', () => {
		const left = templates.flatMap(([file, { nodes }]) => {
			const open = nodes.flatMap((node) => {
				const type = typeOf(node);
				const issues = NodeHelpers.getNodeParametersIssues(type.properties, asNode(node), type);
				const names = Object.keys(issues?.parameters ?? {});
				return names.length === 0 ? [] : [`${node.name}: ${names.join(', ')}`];
			});
			return open.length === 0 ? [] : [[file, open] as const];
		});
		expect(Object.fromEntries(left)).toEqual(LEFT_TO_CHOOSE);
		const own = allNodes().filter(({ type }) => type.startsWith('n8n-nodes-collab.'));
		expect(own.filter(({ parameters }) => 'authentication' in parameters)).toEqual([]);
	});

	it('have one overview that says how they work and how to set them up, and sections from four nodes on', () => {
		const oldest = versions.at(-1)?.n8n.replace(/\.\d+$/, '');
		const setup = `Setup\n1. Install \`n8n-nodes-collab\` in a self-hosted n8n, version ${oldest} or newer`;
		for (const [file, { name, nodes }] of templates) {
			const notes = nodes.filter(({ type }) => type === NOTE);
			const overviews = notes.filter(({ parameters }) => parameters['color'] !== WHITE);
			const sections = notes.filter((note) => !overviews.includes(note));
			const steps = nodes.filter(({ type }) => type !== NOTE);
			const toConnect = steps.filter(
				(step) => !step.type.endsWith('.chatTrigger') && typeOf(step).credentials?.length,
			);
			const text = overviews.map(textOf).join('');
			expect({
				overviews: overviews.length,
				file: file.split('-')[0],
				start: text.split('\n')[0],
				parts: text.match(/^### .*/gm),
				setup: text.includes(setup),
				words: wordsIn(text) >= 100 && wordsIn(text) <= 300,
				hasSections: sections.length > 0,
				longSections: sections.filter((section) => wordsIn(textOf(section)) >= 50),
				notConnected: toConnect.filter((step) => !text.includes(`*${step.name}*`)),
			}).toEqual({
				overviews: 1,
				file: name.toLowerCase().split(' ')[0],
				start: `## ${name}`,
				parts: ['### How it works', '### Setup', '### Customize'],
				setup: true,
				words: true,
				hasSections: steps.length >= GROUPED_FROM_NODES,
				longSections: [],
				notConnected: [],
			});
		}
	});

	it('bring nothing of the one who made them: no credential, ID or data', () => {
		for (const [, template] of templates) {
			expect(Object.keys(template).sort()).toEqual(['connections', 'name', 'nodes', 'settings']);
			const fields = template.nodes.flatMap((node) => Object.keys(node));
			expect(fields.filter((field) => !NODE_FIELDS.includes(field))).toEqual([]);
		}
	});

	it('let Google Sheets take what it gets for text, never for a formula', () => {
		const [, sheets] = templates.find(([file]) => file.includes('google-sheets')) ?? [];
		const row = sheets?.nodes.find(({ name }) => name === 'Add or Update Rows');
		expect(row?.parameters['options']).toEqual({ cellFormat: 'RAW' });
	});
});
