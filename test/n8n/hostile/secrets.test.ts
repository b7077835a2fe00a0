/**
 * An attack on the secrets in a real n8n: the service gets them with every request, and repeats them in every answer. None
 * may come to stand in what a run shows and keeps, in n8n's log, or in any file of n8n.
 */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Credential } from '../../../dev/host/credentials';
import { publishWorkflow } from '../../../dev/host/workflows';
import { answer, type Script, type SeenRequest } from '../../engine/harness/scriptedServer';
import { connectAssistant, offerTools } from '../assistant';
import { ANSWERS, echoing, page, text } from './echoes';
import { expectNoSecret, filesWithSecrets } from './leaks';
import { POLLS, SECRETS, Stage, tokens } from './stage';

const OPTIONS = { options: { maxRetryWait: 0, timeout: 2 } };
const REVOKE = { resource: 'authorization', operation: 'revoke', confirmRevocation: true };

let stage: Stage;
let cases = 0;
/** Whether the log holds what SECURITY.md says that n8n writes there. */
let isLogOfN8n = false;

/** Refuses every tunnel, in words of its own. */
const proxy = createServer().on('connect', ({ headers }, socket) =>
	socket.end(
		`HTTP/1.1 407 ${Object.values(SECRETS).join(' ')}\r\nX-Echo: ${String(headers.host)}\r\n\r\n`,
	),
);

beforeAll(async () => {
	await once(proxy.listen(0, '127.0.0.1'), 'listening');
	stage = await Stage.open({
		N8N_LOG_LEVEL: 'debug',
		HTTPS_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
		NO_PROXY: '127.0.0.1,localhost,.invalid',
	});
});
afterAll(async () => {
	await stage.close();
	proxy.close();
});
beforeEach(() => cases++);
afterEach(async () => {
	const found = await filesWithSecrets(stage.userFolder);
	expect(found.filter((file) => !(isLogOfN8n && file === 'n8n.log'))).toEqual([]);
});

async function expectFailure(
	credential: Credential,
	script: Script,
	parameters: Record<string, unknown> = {},
	onError?: string,
): Promise<void> {
	const workflow = await stage.workflow(
		credential,
		{ ...OPTIONS, ...parameters },
		onError ? { onError } : {},
	);
	stage.script = script;
	const execution = await stage.run(workflow);
	expect(execution.status).toBe(onError ? 'success' : 'error');
	expectNoSecret(execution);
}

describe('a list with an API key', () => {
	it.each(ANSWERS)('answered by %s', async (_what, script) => {
		await expectFailure(await stage.withKey(), script);
	});

	it.each(['continueRegularOutput', 'continueErrorOutput'])(
		'that goes on (%s)',
		async (onError) => {
			await expectFailure(await stage.withKey(), echoing(403), {}, onError);
		},
	);

	const ADDRESSES: Array<[what: string, baseUrl: () => string]> = [
		['a host that does not exist', () => 'https://collab.invalid/v1'],
		['a proxy that refuses', () => 'https://collab.example.test/v1'],
		['a port where nobody listens', () => 'http://127.0.0.1:1/v1'],
		['a port without TLS', () => stage.service.baseUrl.replace('http:', 'https:')],
		['an address with the key', () => `https://me:${SECRETS.apiKey}@collab.invalid/v1`],
		['an address with the key as query', () => `https://collab.invalid/v1?key=${SECRETS.apiKey}`],
	];
	it.each(ADDRESSES)('at %s', async (_what, baseUrl) => {
		await expectFailure(await stage.withKey({ baseUrl: baseUrl() }), echoing(200));
	});

	it.each(['$credentials.apiKey', '$self.apiKey', '$secrets.apiKey', '$json.credentials.apiKey'])(
		'whose parameter is the expression %s',
		async (expression) => {
			const workflow = await stage.workflow(await stage.withKey(), {
				...OPTIONS,
				output: 'selected',
				fields: `={{ ${expression} }}`,
			});
			stage.script = echoing(200);
			expectNoSecret(await stage.run(workflow));
		},
	);

	it('that is summarized', async () => {
		await expectFailure(await stage.withKey(), echoing(403), { operation: 'summarize' });
	});
});

describe('a list with OAuth2', () => {
	it.each(ANSWERS.slice(0, 3))('answered by %s', async (_what, script) => {
		await expectFailure(await stage.connected(), script);
	});

	it.each(ANSWERS)('whose token endpoint answers with %s', async (_what, script) => {
		await expectFailure(await stage.connected(), (response, request, attempt) => {
			if (request.path === '/oauth/token') script(response, request, attempt);
			else answer(response, 401);
		});
	});

	it('whose token was refreshed and is refused', async () => {
		await expectFailure(await stage.connected(), (response, { path }) =>
			path === '/oauth/token'
				? answer(response, 200, tokens('-2'))
				: echoing(401)(response, { headers: {}, body: '' } as SeenRequest, 1),
		);
	});
});

const without = (words: RegExp) => ANSWERS.filter(([what]) => !words.test(what));

describe('Revoke', () => {
	const OTHERS = without(/^projects without id$|list|shape|broken JSON/);
	it.each(OTHERS)('answered by %s', async (_what, script) => {
		await expectFailure(await stage.connected(), script, REVOKE);
	});
});

/** n8n waits for ever where an answer to a test changes the protocol, and 30 s where there is none. */
const WITH_END = without(/another protocol|no answer/);

describe('the connection test', () => {
	it.each(WITH_END)('of an API key, answered by %s', async (_what, script) => {
		const credential = await stage.withKey();
		stage.script = script;
		const result = await stage.test(credential);
		expect(result.status).toBe('Error');
		expectNoSecret(result);
	});
});

describe('Collab Trigger', () => {
	describe('when it is published', () => {
		const REFUSALS = ANSWERS.slice(0, 16);
		const publications: Array<Promise<unknown>> = [];

		// All at once, each at a path of its own, since n8n tries again for up to 20 s.
		beforeAll(async () => {
			stage.script = (response, request, attempt) => {
				const [, index] = /^\/refusal-(\d+)\//.exec(request.path) ?? [];
				REFUSALS[Number(index)]?.[1](response, request, attempt);
			};
			for (const index of REFUSALS.keys()) {
				const key = await stage.withKey({ baseUrl: `${stage.service.url}/refusal-${index}/v1` });
				const workflow = await stage.trigger(key, { ...POLLS, ...OPTIONS });
				publications.push(publishWorkflow(stage.session, workflow).catch(String));
			}
		});

		it.each(REFUSALS.map(([what], index) => [what, index] as const))(
			'answered by %s',
			async (_what, index) => expectNoSecret((await publications[index]) ?? ''),
		);
	});

	it.each(['in a poll', 'when a test event is fetched'])('%s', async (when) => {
		const workflow = await stage.trigger(await stage.withKey(), POLLS);
		stage.script = echoing(403);
		const execution = await (when === 'in a poll'
			? stage.poll(workflow, echoing(403))
			: stage.run(workflow, 'Collab'));
		expect(execution.status).toBe('error');
		expectNoSecret(execution);
	});
});

describe('a tool that an assistant calls by MCP', () => {
	it.each([
		['status 403', echoing(403), /does not allow/],
		['a web page', text(200, page), /could not be understood/],
	])('answered by %s', async (what, script, message) => {
		stage.script = script;
		const credential = await stage.withKey();
		const { session } = stage;
		const offering = { session, credentials: { apiKey: credential, oAuth2: credential } };
		const path = what.replace(/\W+/g, '-');
		await offerTools(offering, path);
		const assistant = await connectAssistant(offering, path);
		const call = { name: 'List_Projects', arguments: {} };
		const shown = JSON.stringify(await assistant.callTool(call));
		await assistant.close();
		expect(shown).toMatch(message);
		expectNoSecret(shown);
	});
});

/** Last, because n8n writes what the token endpoint says into its log here. */
describe('the connection test', () => {
	beforeAll(() => (isLogOfN8n = true));

	// n8n shows the reason phrase of a status beyond HTTP itself, as SECURITY.md says.
	const OTHERS = without(/another protocol|no answer|beyond HTTP/);
	it.each(OTHERS)('of OAuth2, whose token endpoint answers with %s', async (_what, script) => {
		const credential = await stage.connected();
		stage.script = (response, request, attempt) => {
			if (request.path === '/oauth/token') script(response, request, attempt);
			else answer(response, 401);
		};
		const result = await stage.test(credential);
		expect(result.status).toBe('Error');
		expectNoSecret(result);
	});
});

it('n8n has logged the words of the token endpoint in a connection test, as SECURITY.md says', async () => {
	expect(await readFile(stage.host.logFile, 'utf8')).toContain(SECRETS.clientSecret);
});

it('these were as many answers and cases as SECURITY.md says', async () => {
	const security = await readFile(join(__dirname, '..', '..', '..', 'SECURITY.md'), 'utf8');
	const stated = (words: RegExp) => Number(words.exec(security)?.[1]);
	expect(ANSWERS).toHaveLength(stated(/(\d+) kinds of answers/));
	// Less this test and the one before it.
	expect(cases - 2).toBe(stated(/(\d+) cases in all/));
});
