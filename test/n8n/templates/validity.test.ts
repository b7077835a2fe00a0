import { join } from 'node:path';
import {
	NodeHelpers,
	type INode,
	type INodeParameters,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { request } from '../../../dev/host/request';
import { exampleFiles } from '../../../dev/demo/examples';
import { Session } from '../../../dev/host/session';
import { readTemplate, type WorkflowDraft, type WorkflowNode } from '../../../dev/host/template';
import { addressVariable } from './running';
import { OWNER } from '../../owner';

const FOLDER = join(__dirname, '..', '..', '..', 'examples');
const NODE_FIELDS = ['name', 'type', 'typeVersion', 'position', 'parameters', 'executeOnce'];
const NOTE = 'n8n-nodes-base.stickyNote';

/** What is left for the person who imports a template: nodes and their parameters. */
const LEFT_TO_CHOOSE: Readonly<Record<string, readonly string[]>> = {
	'archived-or-completed-to-microsoft-teams.json': ['Post a Message: teamId, channelId'],
	'archived-or-completed-to-slack.json': ['Post a Message: channelId'],
	'overdue-projects-to-slack.json': ['Post the List: channelId'],
	'projects-to-google-sheets.json': ['Add or Update Rows: documentId'],
	'weekly-digest-by-email.json': ['Send the Digest: fromEmail, toEmail'],
};

/** As the editor gets them: n8n's own, this package's, and the tool variants that n8n derives. */
let types: INodeTypeDescription[];
const templates = new Map<string, WorkflowDraft>();

beforeAll(async () => {
	const url = String(process.env[addressVariable]);
	const { cookie } = await Session.open(url, OWNER);
	const answer = await request(`${url}/types/nodes.json`, { headers: { Cookie: cookie } });
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

test('every node exists in its version, and n8n keeps every parameter as it stands', () => {
	for (const { nodes } of everyTemplate()) {
		for (const node of nodes) {
			const type = typeOf(node);
			const given = node.parameters as INodeParameters;
			const kept = NodeHelpers.getNodeParameters(
				type.properties,
				given,
				true,
				false,
				asNode(node),
				type,
			);
			expect(kept).toMatchObject(given);
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

test('a note says what the workflow does and names every node that needs a credential', () => {
	for (const { name, nodes } of everyTemplate()) {
		const [note, ...others] = nodes.filter(({ type }) => type === NOTE);
		const text = String(note?.parameters['content']);
		expect(others).toEqual([]);
		expect(text.startsWith(`## ${name}\n`)).toBe(true);
		const needy = nodes.filter((node) => typeOf(node).credentials?.length);
		const needsOne = needy.filter((node) => node.type !== '@n8n/n8n-nodes-langchain.chatTrigger');
		for (const node of needsOne) expect(text).toContain(`*${node.name}*`);
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
