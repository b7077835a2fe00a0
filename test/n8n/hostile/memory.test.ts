import type { Credential } from '../../../dev/host/credentials';
import {
	brotliBomb,
	emptyObjects,
	endless,
	fatPage,
	gzipBomb,
} from '../../engine/harness/hostileAnswers';
import { answer, listOf, type Script } from '../../engine/harness/scriptedServer';
import { Accounts } from './accounts';
import { type Measured, POLLS, Stage } from './stage';

/** Beyond what n8n had, whatever the service sends. */
const MAX_MB = 250;

const ANSWERS: Array<[what: string, script: Script, message: RegExp]> = [
	['1 GB as brotli', brotliBomb(1024), /answers is too large/],
	['2 GB as gzip', gzipBomb(2048), /answers is too large/],
	['95 MB of empty objects as gzip', emptyObjects(95), /answers is too large/],
	['a plain body without end', (response) => endless(response), /answers is too large/],
	['fat pages without end', fatPage, /too large together/],
	['an answer 500 without end', (response) => endless(response, 500), /not available.*500/],
];

const figures: string[] = [];
let stage: Stage;
let accounts: Accounts;
let key: Credential;

beforeAll(async () => {
	stage = await Stage.open();
	accounts = new Accounts(stage);
	key = await accounts.withKey();
	// What n8n loads with the first run is not what an answer takes.
	const first = await accounts.workflow(key, { returnAll: true });
	await stage.run(first, (response, { query }) => {
		const rows = Array.from({ length: Number(query['per_page']) }, (_row, index) => ({
			id: `proj_${index}`,
		}));
		answer(response, 200, listOf(rows));
	});
});
afterAll(async () => {
	await stage.close();
	console.info(figures.join('\n'));
});

function expectBounded(what: string, { tookMb, healthy, requests }: Measured): void {
	figures.push(`${what}: ${Math.round(tookMb)} MB, ${requests} requests`);
	expect(tookMb).toBeLessThan(MAX_MB);
	expect(healthy).toBe(true);
}

describe.each(ANSWERS)('%s', (what, script, message) => {
	it('ends a list', async () => {
		const options = { maxRetryWait: 0 };
		const workflow = await accounts.workflow(key, { returnAll: true, options });
		const measured = await stage.run(workflow, script);
		expect(measured.execution.status).toBe('error');
		expect(measured.execution.data.resultData.error?.message).toMatch(message);
		expectBounded(`list, ${what}`, measured);
	});

	it('ends a poll', async () => {
		const workflow = await accounts.trigger(key, POLLS);
		const measured = await stage.poll(workflow, script);
		expect(measured.execution.status).toBe('error');
		expect(measured.execution.data.resultData.error?.message).toMatch(message);
		expectBounded(`poll, ${what}`, measured);
	});
});

it('an answer without end to a revocation ends it', async () => {
	const parameters = { resource: 'authorization', operation: 'revoke', confirmRevocation: true };
	const revoke = await accounts.workflow(await accounts.connected(), parameters);
	const measured = await stage.run(revoke, (response) => endless(response));
	expect(measured.execution.status).toBe('error');
	expect(measured.execution.data.resultData.error?.message).toMatch(
		/could not be revoked.*too large/,
	);
	expectBounded('revoke, a plain body without end', measured);
});
