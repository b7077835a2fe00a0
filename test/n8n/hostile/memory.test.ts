import { setTimeout as sleep } from 'node:timers/promises';
import { peakBytes, resetPeak, residentBytes } from '../../../dev/bench/usage';
import type { Credential } from '../../../dev/host/credentials';
import type { Execution } from '../../../dev/host/executions';
import { request } from '../../../dev/host/request';
import {
	brotliBomb,
	emptyObjects,
	endless,
	fatPage,
	gzipBomb,
} from '../../engine/harness/hostileAnswers';
import { answer, listOf, type Script } from '../../engine/harness/scriptedServer';
import { POLLS, Stage } from './stage';

const BYTES_PER_MB = 1024 * 1024;
const WAIT_MS = 200;

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
let key: Credential;

beforeAll(async () => {
	stage = await Stage.open();
	key = await stage.withKey();
	// What n8n loads with the first run is not what an answer takes.
	const first = await stage.workflow(key, { returnAll: true });
	stage.script = (response, { query }) => {
		const rows = Array.from({ length: Number(query['per_page']) }, (_row, index) => ({
			id: `proj_${index}`,
		}));
		answer(response, 200, listOf(rows));
	};
	await stage.run(first);
});
afterAll(async () => {
	await stage.close();
	console.info(figures.join('\n'));
});

/** Expects the execution to fail with this message, within bounds, while n8n answers others. */
async function expectBounded(what: string, message: RegExp, act: () => Promise<Execution>) {
	const { processId, url } = stage.host;
	const requestsBefore = stage.service.requests.length;
	await resetPeak(processId);
	const beforeBytes = await residentBytes(processId);
	const ending = new AbortController();
	const health = healthUntil(ending.signal, url);
	const { status, data } = await act();
	ending.abort();
	const tookMb = ((await peakBytes(processId)) - beforeBytes) / BYTES_PER_MB;
	const requests = stage.service.requests.length - requestsBefore;
	figures.push(`${what}: ${Math.round(tookMb)} MB, ${requests} requests`);
	expect(status).toBe('error');
	expect(data.resultData.error?.message).toMatch(message);
	expect(tookMb).toBeLessThan(MAX_MB);
	expect(await health).toBe(true);
}

/** Whether n8n's own address answered all the while. */
async function healthUntil(signal: AbortSignal, url: string): Promise<boolean> {
	let answers = 0;
	while (!signal.aborted) {
		if (!(await request(`${url}/healthz`)).ok) return false;
		answers++;
		await sleep(WAIT_MS);
	}
	return answers > 0;
}

describe.each(ANSWERS)('%s', (what, script, message) => {
	it('ends a list', async () => {
		const options = { maxRetryWait: 0 };
		const workflow = await stage.workflow(key, { returnAll: true, options });
		stage.script = script;
		await expectBounded(`list, ${what}`, message, async () => await stage.run(workflow));
	});

	it('ends a poll', async () => {
		const workflow = await stage.trigger(key, POLLS);
		await expectBounded(`poll, ${what}`, message, async () => await stage.poll(workflow, script));
	});
});

it('an answer without end to a revocation ends it', async () => {
	const parameters = { resource: 'authorization', operation: 'revoke', confirmRevocation: true };
	const revoke = await stage.workflow(await stage.connected(), parameters);
	stage.script = (response) => endless(response);
	const what = 'revoke, a plain body without end';
	const message = /could not be revoked.*too large/;
	await expectBounded(what, message, async () => await stage.run(revoke));
});
