/** A hostile service attacks a real n8n's memory; and n8n does by itself what SECURITY.md says. */
import { readFile, writeFile } from 'node:fs/promises';
import { brotliCompressSync, constants } from 'node:zlib';
import {
	always,
	answer,
	endless,
	listOf,
	pageFor,
	type Script,
	serve,
} from '../../engine/harness/scriptedServer';
import { errorOf } from '../stage';
import { connected, run, SECRETS, service, stage, withKey } from './attacked';

const MB = 1024 * 1024;

/** Beyond what n8n had, whatever the service sends. */
const MAX_MB = 250;

/** Linux gives VmRSS, and VmHWM, the peak since `clear_refs` was written. */
async function megabytes(field: string): Promise<number> {
	const status = await readFile(`/proc/${stage.host.processId}/status`, 'utf8');
	return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024;
}

/** 450 MB of projects. One character beyond Latin-1 doubles what the text takes in memory. */
const description = `${'x'.repeat(50_000)}€`;
const stamps = { created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' };
const fat = Array.from({ length: 9_000 }, (_row, at) => ({ id: `${at}`, description, ...stamps }));

const params = { [constants.BROTLI_PARAM_QUALITY]: 3 };
const brotli = brotliCompressSync(Buffer.alloc(1024 * MB, ' '), { params });
const bomb: Script = (response) =>
	response.writeHead(200, { 'Content-Encoding': 'br' }).end(brotli);

const ANSWERS: ReadonlyArray<[what: string, message: RegExp, script: Script]> = [
	['1 GB as brotli', /answers is too large/, bomb],
	['a body without end', /answers is too large/, (response) => endless(response)],
	['fat pages', /too large together/, (response, to) => answer(response, 200, pageFor(fat, to))],
];

it.each(ANSWERS)('n8n takes less than 250 MB more for %s', async (_what, message, script) => {
	const key = await withKey();
	const parameters = { returnAll: true, options: { maxRetryWait: 0 } };
	// n8n loads code with the first run, which does not count for the answer.
	const rows = Array.from({ length: 100 }, (_row, at) => ({ id: `proj_${at}` }));
	await run((response) => answer(response, 200, listOf(rows)), key, parameters);
	await writeFile(`/proc/${stage.host.processId}/clear_refs`, '5');
	const before = await megabytes('VmRSS');
	expect(errorOf(await run(script, key, parameters))).toMatch(message);
	expect((await megabytes('VmHWM')) - before).toBeLessThan(MAX_MB);
});

it('n8n, as the demo starts it, listens on loopback alone, with its task runners', async () => {
	const { url, brokerPort } = stage.host;
	for (const port of [new URL(url).port, brokerPort]) {
		// Whatever listens on all addresses answers at the second, too.
		await expect(fetch(`http://127.0.0.1:${port}`)).resolves.toBeDefined();
		await expect(fetch(`http://127.0.0.2:${port}`)).rejects.toThrow();
	}
});

it('deleting a credential revokes nothing', async () => {
	const { id } = await connected();
	const before = service.requests.length;
	await stage.session.delete(`/credentials/${id}`);
	expect(service.requests.slice(before)).toEqual([]);
});

const HTTP_REQUEST = { type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2 };

it('HTTP Request sends the key by default to the service’s host alone, on all ports and through a proxy; with None to nobody', async () => {
	const { apiKey } = SECRETS;
	const fine = always(200);
	/** Another port of the same host, which also is a proxy. */
	const other = await serve(fine);
	const send = async (url: string, options = {}, domains: object = {}) => {
		const credential = await withKey({ ...domains });
		const authentication = 'predefinedCredentialType';
		const parameters = { url, authentication, nodeCredentialType: 'collabApi', options };
		return errorOf(await run(fine, credential, parameters, HTTP_REQUEST));
	};
	const stranger = other.url.replace('127.0.0.1', 'localhost');
	expect(await send(stranger)).toMatch(/Domain not allowed/);
	const none = { allowedHttpRequestDomains: 'none' };
	expect(await send(service.url, {}, none)).toMatch(/prevent use within an HTTP Request/);
	expect(other.requests).toEqual([]);
	expect(await send(`${service.url}/tasks`)).toBeUndefined();
	expect(service.requests.at(-1)).toMatchObject({
		path: '/tasks',
		headers: { 'x-api-key': apiKey },
	});
	expect(await send(`${other.url}/other-port`)).toBeUndefined();
	expect(await send(`${service.url}/proxied`, { proxy: other.url })).toBeUndefined();
	const seen = other.requests.map(({ path, headers }) => `${String(headers['x-api-key'])} ${path}`);
	expect(seen).toEqual([`${apiKey} /other-port`, `${apiKey} /proxied`]);
});
