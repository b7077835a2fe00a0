import axios from 'axios';
import type { AxiosInstance, AxiosResponse } from 'axios';
import { validateAnswer } from '../../dev/sandbox/contract';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../dev/sandbox';

const IN_CONTRACT = ['/v1/projects', '/oauth/token', '/oauth/revoke'];

/** A client that shows every answer as it came, and holds each one against the interface's document. */
export function callerOf(sandbox: Sandbox): AxiosInstance {
	const caller = axios.create({
		baseURL: sandbox.url,
		maxRedirects: 0,
		validateStatus: () => true,
	});
	caller.interceptors.response.use((response) => {
		expect(disagreements(response)).toEqual([]);
		return response;
	});
	return caller;
}

function disagreements({
	config,
	status,
	headers,
	data,
}: AxiosResponse<unknown>): readonly string[] {
	const path = config.url ?? '';
	if (!IN_CONTRACT.includes(path)) return [];
	const type: unknown = headers['content-type'];
	if (data !== '' && type !== 'application/json; charset=utf-8')
		return [`sent as ${JSON.stringify(type)}`];
	return validateAnswer({ path, method: config.method ?? '', status, body: data });
}

export function withKey(sandbox: Sandbox) {
	return { headers: { 'X-API-Key': sandbox.apiKey } };
}

export function withToken(token: string) {
	return { headers: { Authorization: `Bearer ${token}` } };
}

const open: Sandbox[] = [];

/** A sandbox that closes after the test, whether it passes or fails: one that stays open keeps Jest alive. */
export async function startForTest(options: SandboxOptions = {}): Promise<Sandbox> {
	const sandbox = await startSandbox(options);
	open.push(sandbox);
	return sandbox;
}

afterEach(async () => void (await Promise.all(open.splice(0).map((sandbox) => sandbox.close()))));
