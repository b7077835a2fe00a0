import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import {
	NodeHelpers,
	type INode,
	type INodeParameters,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { request } from '../../../dev/host/request';
import { exampleFiles } from '../../../dev/demo/examples';
import { node } from '../../../dev/host/draft';
import { Session } from '../../../dev/host/session';
import { readTemplate, type WorkflowDraft, type WorkflowNode } from '../../../dev/host/template';
import { n8nUrl } from '../../sharedN8n/host';
import { OWNER } from '../../owner';

const FOLDER = join(__dirname, '..', '..', '..', 'examples');
const NODE_FIELDS = ['name', 'type', 'typeVersion', 'position', 'parameters', 'executeOnce'];
const NOTE = 'n8n-nodes-base.stickyNote';

/** What is left for the person who imports a template: nodes and their parameters. */
const LEFT_TO_CHOOSE: Readonly<Record<string, readonly string[]>> = {
	'email-weekly-project-digest.json': ['Send the Digest: fromEmail, toEmail'],
	'post-overdue-projects-to-slack.json': ['Post the List: channelId'],
	'post-project-changes-to-slack.json': ['Post the Message: channelId'],
	'sync-projects-to-google-sheets.json': ['Add or Update Rows: documentId'],
};

/** As the editor gets them: n8n's own, this package's, and the tool variants that n8n derives. */
let types: INodeTypeDescription[];
let session: Session;
const templates = new Map<string, WorkflowDraft>();

beforeAll(async () => {
	const url = n8nUrl();
	session = await Session.open(url, OWNER);
	const headers = { Cookie: session.cookie };
	const answer = await request(`${url}/types/nodes.json`, { headers });
	types = (await answer.json()) as INodeTypeDescription[];
	for (const file of await exampleFiles())
		templates.set(file, await readTemplate(join(FOLDER, file)));
});

const everyTemplate = () => [...templates].map(([file, template]) => ({ file, ...template }));

function typeOf({ type, ...node }: WorkflowNode): INodeTypeDescription {
	const version = Number(node['typeVersion']);
	const found = types.find((one) => one.name === type && [one.version].flat().includes(version));
	if (!found) throw new Error(`The installed n8n has no ${type} in version ${version}`);
	return found;
}

const asNode = (node: WorkflowNode) => node as unknown as INode;

/** The parameters as the editor has them, with the defaults of those that are not given. */
function filledIn(node: WorkflowNode): INodeParameters | null {
	const type = typeOf(node);
	const given = node.parameters as INodeParameters;
	return NodeHelpers.getNodeParameters(type.properties, given, true, false, asNode(node), type);
}

test('every node exists in its version, and n8n keeps every parameter as it stands', () => {
	for (const { nodes } of everyTemplate()) {
		for (const node of nodes) {
			expect(filledIn(node)).toMatchObject(node.parameters);
		}
	}
});

test('nothing is left to enter but addresses, channels and documents', () => {
	const left = everyTemplate().flatMap(({ file, nodes }) => {
		const open = nodes.flatMap((node) => {
			const type = typeOf(node);
			const issues = NodeHelpers.getNodeParametersIssues(type.properties, asNode(node), type);
			const names = Object.keys(issues?.parameters ?? {});
			return names.length === 0 ? [] : [`${node.name}: ${names.join(', ')}`];
		});
		return open.length === 0 ? [] : [[file, open] as const];
	});
	expect(Object.fromEntries(left)).toEqual(LEFT_TO_CHOOSE);
});

/** n8n's guidelines for templates: one overview, in the default yellow, and white notes for sections. */
const WHITE = 7;
const GROUPED_FROM_NODES = 4;

const wordsIn = (text: string) => text.split(/\s+/).filter((word) => /\w/.test(word));
const textOf = ({ parameters }: WorkflowNode) => String(parameters['content']);

function notesOf({ nodes }: WorkflowDraft) {
	const notes = nodes.filter(({ type }) => type === NOTE);
	const isSection = ({ parameters }: WorkflowNode) => parameters['color'] === WHITE;
	return {
		overviews: notes.filter((note) => !isSection(note)),
		sections: notes.filter(isSection),
		steps: nodes.filter(({ type }) => type !== NOTE),
	};
}

test('the title begins with what the workflow does, as the file name does', () => {
	for (const { file, name } of everyTemplate()) {
		const [verb] = name.toLowerCase().split(' ');
		expect(file.split('-')[0]).toBe(verb);
	}
});

test('one overview says how the workflow works and how to set it up, each node that needs a credential included', () => {
	for (const { name, ...template } of everyTemplate()) {
		const { overviews, steps } = notesOf({ name, ...template });
		const text = textOf(overviews[0] ?? { name, type: NOTE, parameters: {} });
		expect(overviews).toHaveLength(1);
		expect(text.startsWith(`## ${name}\n`)).toBe(true);
		expect(text.match(/^### .*/gm)).toEqual(['### How it works', '### Setup', '### Customize']);
		expect(text).toMatch(
			/Setup\n1\. Install `n8n-nodes-collab` in a self-hosted n8n, version \d\.\d+ or newer/,
		);
		const words = wordsIn(text).length;
		expect([words, words >= 100 && words <= 300]).toEqual([words, true]);
		const needy = steps.filter((node) => typeOf(node).credentials?.length);
		const needsOne = needy.filter((node) => node.type !== '@n8n/n8n-nodes-langchain.chatTrigger');
		for (const node of needsOne) expect(text).toContain(`*${node.name}*`);
	}
});

/** So large the editor draws a node with its name. */
const NODE = { width: 120, height: 140 };

type Area = readonly [left: number, top: number, right: number, bottom: number];

function areaOf({ position, parameters }: WorkflowNode, size = parameters): Area {
	const [left, top] = position as [number, number];
	return [left, top, left + Number(size['width']), top + Number(size['height'])];
}

test('from four nodes on, each stands in one section with a short note; nothing lies over the overview', () => {
	for (const template of everyTemplate()) {
		const { overviews, sections, steps } = notesOf(template);
		expect(sections.length > 0).toBe(steps.length >= GROUPED_FROM_NODES);
		for (const section of sections) expect(wordsIn(textOf(section)).length).toBeLessThan(50);
		for (const step of steps) {
			const [left, top, right, bottom] = areaOf(step, NODE);
			const around = sections
				.map((section) => areaOf(section))
				.filter(([l, t, r, b]) => l < left && t < top && right < r && bottom < b);
			expect([step.name, around.length]).toEqual([step.name, Math.min(1, sections.length)]);
		}
		const [, , rightOfOverview = NaN] = overviews.flatMap((note) => areaOf(note));
		for (const node of [...sections, ...steps]) {
			expect(areaOf(node)[0]).toBeGreaterThan(rightOfOverview);
		}
	}
});

test('the API key, which is the default, is not replaced by OAuth2', () => {
	for (const { nodes } of everyTemplate()) {
		const own = nodes.filter(({ type }) => type.startsWith('n8n-nodes-collab.'));
		expect(own.length).toBeGreaterThan(0);
		for (const { parameters } of own) expect(parameters['authentication']).toBeUndefined();
	}
});

test('nothing of the one who made it comes along: no credential, ID or data', () => {
	for (const { nodes, ...workflow } of everyTemplate()) {
		expect(Object.keys(workflow).sort()).toEqual(['connections', 'file', 'name', 'settings']);
		for (const node of nodes) {
			expect(Object.keys(node).filter((field) => !NODE_FIELDS.includes(field))).toEqual([]);
		}
	}
});

test('to AI tools the editor offers the resource Project alone', () => {
	const offered = (name: string) => {
		const type = types.find((one) => one.name === name);
		const resource = type?.properties.find((property) => property.name === 'resource');
		const values = { authentication: 'oAuth2' };
		return resource?.options
			?.filter((option) =>
				NodeHelpers.displayParameter(values, option, { typeVersion: 1 }, type ?? null),
			)
			.map(({ name: label }) => label);
	};
	// n8n itself adds an entry that leads to its HTTP Request node.
	const byN8n = 'Custom API Call';
	expect(offered('n8n-nodes-collab.collabTool')).toEqual(['Project', byN8n]);
	expect(offered('n8n-nodes-collab.collab')).toEqual(['Authorization', 'Project', byN8n]);
});

test.each(['list', 'summarize'])(
	'n8n’s Chat takes the tool %s as the editor fills it in',
	async (operation) => {
		const tool = node(operation, 'n8n-nodes-collab.collabTool', {}, { id: randomUUID() });
		const parameters = filledIn({ ...tool, parameters: { operation } });
		expect(parameters).toHaveProperty('filters.overdue');
		const definition = { ...tool, parameters };
		await session.put('/chat/enabled', { enabled: true });
		expect(await session.post('/chat/tools', { definition })).toMatchObject({ definition });
	},
);

test('every connection leads from a node to a node', () => {
	for (const { nodes, connections } of everyTemplate()) {
		const names = nodes.map(({ name }) => name);
		const ends = Object.values(
			connections as Record<string, Record<string, Array<Array<{ node: string }>>>>,
		)
			.flatMap((outputs) => Object.values(outputs).flat(2))
			.map(({ node }) => node);
		for (const name of [...Object.keys(connections), ...ends]) expect(names).toContain(name);
	}
});
