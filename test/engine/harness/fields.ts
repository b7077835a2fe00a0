/** A few projects that differ in what the fields of the nodes look at, and what each node makes of them. */
import type { IDataObject, INodeParameters, INodeProperties } from 'n8n-workflow';
import { Collab } from '../../../nodes/Collab/Collab.node';
import { CollabTrigger } from '../../../nodes/Collab/CollabTrigger.node';
import { expectRequestsOfInterface } from '../../contract';
import { openSandbox, type ProjectRecord, type Sandbox } from '../../sandboxes';
import { tasks } from '../../unit/edits';
import { connected, connectedTo } from './credentials';
import { CONFIRMED, runCollab } from './runCollab';
import { type Script, serve } from './scriptedServer';
import { activateTrigger } from './triggers';

/** n8n's clock stands still, so that no day ends during a test. */
const NOW_MS = Date.now();
beforeEach(() => void jest.spyOn(Date, 'now').mockReturnValue(NOW_MS));

export const minutesAgo = (minutes: number) => new Date(NOW_MS - minutes * 60_000).toISOString();
export const daysAgo = (days: number) => minutesAgo(days * 24 * 60);
export const dateIn = (days: number) => daysAgo(-days).slice(0, 10);

/** Every field tells some of them from the others. */
const PROJECTS: Readonly<Record<string, Partial<ProjectRecord>>> = {
	Archive: { owner_id: 'usr_3', status: 'archived', created_at: daysAgo(600) },
	Booth: { owner_id: 'usr_1', end_date: dateIn(5), ...tasks(2, 1), updated_at: daysAgo(3) },
	Campus: { owner_id: 'usr_4', end_date: dateIn(-2), ...tasks(9, 0), updated_at: daysAgo(4) },
	Depot: { owner_id: 'usr_5', updated_at: daysAgo(6) },
	Exhibition: { owner_id: 'usr_5', updated_at: daysAgo(7) },
	Gallery: { owner_id: 'usr_5', updated_at: daysAgo(8) },
	Lake: { owner_id: 'usr_2', ...tasks(4, 4), updated_at: minutesAgo(60) },
	'Web shop': { owner_id: 'usr_1', ...tasks(4, 1), updated_at: daysAgo(2) },
};

export let sandbox: Sandbox;
beforeAll(async () => (sandbox = await openSandbox({ projects: 0, now: () => NOW_MS })));

function reset(): void {
	sandbox.clearRequests();
	for (const { id } of sandbox.projects.all()) sandbox.projects.remove(id);
	const usual = { created_at: daysAgo(400), updated_at: daysAgo(5), end_date: dateIn(200) };
	for (const [name, fields] of Object.entries(PROJECTS))
		sandbox.projects.create({ id: `proj_${name}`, name, ...usual, ...fields });
}
beforeEach(reset);
afterEach(() => expectRequestsOfInterface(sandbox));

/** With the least that each needs to have a result. */
const PARAMETERS = {
	list: { operation: 'list', returnAll: true },
	summarize: { operation: 'summarize' },
	revoke: CONFIRMED,
	trigger: { startFrom: 'all' },
};
export type Kind = keyof typeof PARAMETERS;

interface Result {
	readonly items: ReadonlyArray<{ readonly json: IDataObject }>;
	readonly error?: Error | undefined;
}

/** Runs an operation, or publishes the trigger, beside the sandbox or a service that answers like this. */
export async function resultOf(
	kind: Kind,
	more: INodeParameters,
	script?: Script,
): Promise<Result> {
	const authentication = kind === 'revoke' ? 'oAuth2' : 'apiKey';
	const parameters = { authentication, ...PARAMETERS[kind], ...more };
	const run = script
		? connected(await serve(script), parameters)
		: await connectedTo(sandbox, parameters);
	if (kind !== 'trigger') return await runCollab(run);
	return await activateTrigger(run).then(
		({ emitted, errors }) => ({ items: emitted.flat(), error: errors[0] }),
		(error: Error) => ({ items: [], error }),
	);
}

export function withValue(path: string, value: unknown): INodeParameters {
	const [name = '', inner] = path.split('.');
	return { [name]: inner === undefined ? value : { [inner]: value } } as INodeParameters;
}

export const initials = (items: Result['items']) =>
	items.map(({ json }) => (json['name'] as string)[0]).join('');
export const sorted = (items: Result['items']) => [...initials(items)].sort().join('');

const { properties } = new Collab().description;

/** Those of the operation; where a field says nothing of resources and operations, it is of all. */
const shownFor = (resource: string, operation: string) =>
	properties.filter(({ displayOptions: { show = {} } = {} }) => {
		const { resource: resources = [resource], operation: operations = [operation] } = show;
		return resources.includes(resource) && operations.includes(operation) && !show['@tool'];
	});

/** With the fields within collections, whose names stand after that of the collection. */
const flat = (declared: readonly INodeProperties[], parent = ''): INodeProperties[] =>
	declared
		.filter(({ type }) => type !== 'notice')
		.flatMap((field) =>
			field.type === 'collection'
				? flat(field.options as INodeProperties[], `${field.name}.`)
				: { ...field, name: `${parent}${field.name}` },
		);

export const NODES = Object.entries({
	list: shownFor('project', 'list'),
	summarize: shownFor('project', 'summarize'),
	revoke: shownFor('authorization', 'revoke'),
	trigger: new CollabTrigger().description.properties,
}).map(([kind, fields]) => ({ kind: kind as Kind, fields: flat(fields) }));
export const having = (field: string) =>
	NODES.filter(({ fields }) => fields.some(({ name }) => name === field));
