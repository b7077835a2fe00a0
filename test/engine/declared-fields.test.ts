/** Every field that the node declares has an effect: with another value, other items or another error come, or requests are sent in another way. */
import { setTimeout as startTimer } from 'node:timers';
import type { INodeParameters, NodeParameterValueType } from 'n8n-workflow';
import { startSandbox, type Sandbox } from '../../dev/sandbox';
import { bodyOf } from '../unit/fuzz/account';
import { withBoth } from './harness/asSomebody';
import { choicesOf, declaredFields, declaredOperations, withValue } from './harness/declaredFields';
import { runCollab, type Outcome } from './harness/runCollab';
import { answer, scriptedServers, type Script } from './harness/scriptedServer';
import { withoutWaits } from './harness/withoutWaits';

withoutWaits();

const serve = scriptedServers();

/** With the least that the operation needs to have a result. */
const PARAMETERS: Readonly<Record<string, INodeParameters>> = {
	'project/list': { authentication: 'apiKey', returnAll: true, output: 'raw' },
	'project/summarize': { authentication: 'apiKey' },
	'authorization/revoke': { authentication: 'oAuth2', confirmRevocation: true },
};

interface Case {
	/** Where the field declares no choices: values of which each has an effect of its own. */
	readonly values?: readonly NodeParameterValueType[];
	/** Other parameters without which the field is not used. */
	readonly with?: INodeParameters;
	/** What is seen of a run, where items and errors do not show it. */
	readonly observe?: (parameters: INodeParameters) => Promise<unknown>;
}

const TIMES = ['2024-06-01T00:00:00Z', '2025-06-01T00:00:00Z'];

/** By the field's path. */
const CASES: Readonly<Record<string, Case>> = {
	authentication: { observe: authenticationOf },
	resource: { with: { authentication: 'oAuth2' } },
	limit: { values: [3, 5], with: { returnAll: false } },
	returnAll: { with: { limit: 2 } },
	fields: { values: [['name'], ['name', 'status']], with: { output: 'selected' } },
	'filters.createdAfter': { values: TIMES },
	'filters.createdBefore': { values: TIMES },
	'filters.updatedAfter': { values: TIMES },
	'filters.updatedBefore': { values: TIMES },
	'filters.notUpdatedForDays': { values: [0, 600] },
	'filters.nameContains': { values: ['data', 'web'] },
	'filters.ownerIds': { values: ['usr_0001', 'usr_0002, usr_0003'] },
	'filters.minProgress': { values: [20, 80] },
	'filters.maxProgress': { values: [20, 80] },
	'options.maxConcurrentRequests': { values: [1, 8], observe: areRequestsConcurrent },
	'options.maxRetryWait': { values: [0, 60], observe: endWhenLimited },
	'options.timeout': {
		values: [0.1, 30],
		with: { options: { maxRetryWait: 0 } },
		observe: endWhenSlow,
	},
};

/** When the run was, which is never the same. */
const TIMES_OF_RUN = ['summarized_at', 'revoked_at'];

let sandbox: Sandbox;
beforeAll(async () => (sandbox = await startSandbox({ projects: 60, seed: 7 })));
afterAll(async () => await sandbox.close());

/** Items or error, and how the service was asked for them. */
async function run(parameters: INodeParameters) {
	sandbox.clearRequests();
	const account = { ...sandbox, token: await sandbox.issueToken() };
	const { items, error } = await runCollab(withBoth(account, parameters));
	const used = sandbox.requests.map(({ authentication }) => authentication);
	const rows = items.map(({ json }) =>
		Object.fromEntries(Object.entries(json).filter(([name]) => !TIMES_OF_RUN.includes(name))),
	);
	return { result: { rows, error: error?.message }, used };
}

async function resultOf(parameters: INodeParameters): Promise<unknown> {
	return (await run(parameters)).result;
}

async function authenticationOf(parameters: INodeParameters): Promise<unknown> {
	return (await run(parameters)).used;
}

async function runAgainst(script: Script, parameters: INodeParameters): Promise<Outcome> {
	return await runCollab(withBoth(await serve(script), parameters));
}

/** Answers with a window of so many projects; for a revocation, any body will do. */
const projects =
	(total: number): Script =>
	(response, { query }) => {
		const window = { page: Number(query['page']), perPage: Number(query['per_page']) };
		answer(response, 200, bodyOf(total, window));
	};

const slow: Script = (...request) => void startTimer(() => projects(1)(...request), 500);

const limitedOnce: Script = (response, request, attempt) =>
	attempt === 1
		? answer(response, 429, {}, { 'Retry-After': '0.01' })
		: projects(1)(response, request, attempt);

async function endOf(script: Script, parameters: INodeParameters): Promise<unknown> {
	const { error, items } = await runAgainst(script, parameters);
	return { error: error?.message, isEmpty: items.length === 0 };
}

async function endWhenLimited(parameters: INodeParameters): Promise<unknown> {
	return await endOf(limitedOnce, parameters);
}

async function endWhenSlow(parameters: INodeParameters): Promise<unknown> {
	return await endOf(slow, parameters);
}

/** Whether the service had more than one request to answer at some time. */
async function areRequestsConcurrent(parameters: INodeParameters): Promise<boolean> {
	let open = 0;
	let most = 0;
	await runAgainst((response, ...request) => {
		most = Math.max(most, ++open);
		response.once('close', () => open--);
		startTimer(() => projects(2000)(response, ...request), 10);
	}, parameters);
	return most > 1;
}

const operations = declaredOperations().map((chosen) => ({
	...chosen,
	key: `${chosen.resource}/${chosen.operation}`,
	fields: declaredFields(chosen),
}));

describe.each(operations)('$key', ({ key, fields, ...chosen }) => {
	const base: INodeParameters = { ...chosen, ...PARAMETERS[key] };

	it('gives the same twice for the same parameters', async () => {
		expect(await resultOf(base)).toEqual(await resultOf(base));
	});

	it.each(fields)('$path', async (field) => {
		const { values = choicesOf(field), with: more, observe = resultOf } = CASES[field.path] ?? {};
		if (values === undefined)
			throw new Error(`Which values of "${field.path}" differ? Add it to CASES.`);
		const seen = [];
		for (const value of values) {
			seen.push(JSON.stringify(await observe(withValue({ ...base, ...more }, field, value))));
		}
		expect(new Set(seen).size).toBe(values.length);
	});
});
