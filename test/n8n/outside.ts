/** Stands in for Slack and Google Sheets under their own names: the proxy of n8n knows no other way. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { allowed, connectOAuth2, createCredential } from '../../dev/host/credentials';
import type { Session } from '../../dev/host/session';
import type { WorkflowNode } from '../../dev/host/template';
import { issueCertificate } from '../../dev/sandbox/certificates';
import type { Row } from './stage';

type Cells = unknown[][];

type Rows = Readonly<Record<'sheetId' | 'startIndex' | 'endIndex', number>>;

interface Part {
	readonly range: string;
	readonly values: Cells;
}

interface Sent {
	readonly text: string;
	readonly values: Cells;
	readonly data?: readonly Part[];
	readonly requests?: ReadonlyArray<{ readonly deleteDimension?: { readonly range: Rows } }>;
}

export type Outside = Awaited<ReturnType<typeof openOutside>>;

export async function openOutside() {
	const names = ['slack.com', 'sheets.googleapis.com', 'oauth2.googleapis.com'];
	const certificate = await issueCertificate(names);
	const sheets: Record<string, Cells> = { Active: [], Projects: [] };
	const messages: string[] = [];
	const refusals: number[] = [];
	const service = createTlsServer(certificate, (request, response) => {
		const { method = '', url = '/' } = request;
		const path = decodeURIComponent(new URL(url, 'https://outside').pathname);
		const isRefused = method !== 'GET' && path !== '/token' && refusals.length > 0;
		response.writeHead(isRefused ? (refusals.shift() ?? 0) : 200, {
			'Content-Type': 'application/json',
		});
		const reply = async () => {
			if (isRefused) return {};
			if (path === '/token') return { access_token: 'one', token_type: 'Bearer' };
			if (method === 'GET') return read(sheets, path);
			const sent = (await json(request)) as Sent;
			if (path === '/api/chat.postMessage') return { ok: true, message: messages.push(sent.text) };
			return write(sheets, path, sent);
		};
		void reply().then((answer) => response.end(JSON.stringify(answer)));
	});
	const proxy = createServer((_request, response) => response.writeHead(403).end());
	proxy.on('connect', ({ url = '' }, socket) => {
		if (!names.includes(url.replace(':443', '')))
			return void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
		socket.write('HTTP/1.1 200 OK\r\n\r\n');
		service.emit('connection', socket);
	});
	await once(proxy.listen(0, '127.0.0.1'), 'listening');
	const HTTPS_PROXY = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
	return {
		certificateAuthority: certificate.cert,
		environment: { HTTPS_PROXY, NO_PROXY: '127.0.0.1,localhost' },
		/** The rows of each sheet; the column names come first. */
		sheets,
		/** The rows below the column names. */
		rowsOn: (sheet: string): Row[] => {
			const [columns = [], ...rows] = sheets[sheet] ?? [];
			const cellsOf = (row: unknown[]) => columns.map((name, at) => [String(name), row[at]]);
			return rows.map((row) => Object.fromEntries(cellsOf(row)) as Row);
		},
		messages,
		/** The next requests that write are refused with these statuses. */
		refusals,
		/** Tunnels end with the n8n that uses them. */
		close: () => void proxy.close(),
	};
}

function read(sheets: Record<string, Cells>, path: string) {
	const [, name = '', row] = /\/values\/'?(\w+)'?(?:!(\d+))?/.exec(path) ?? [];
	const titles = Object.keys(sheets);
	if (name === '')
		return { sheets: titles.map((title, sheetId) => ({ properties: { title, sheetId } })) };
	const rows = sheets[name] ?? [];
	const values = row ? rows.slice(Number(row) - 1, Number(row)) : rows;
	return values.length > 0 ? { values } : {};
}

function write(sheets: Record<string, Cells>, path: string, sent: Sent) {
	const [, range] = /\/values\/(.*)/.exec(path) ?? [];
	const { data = range ? [{ range, values: sent.values }] : [], requests = [] } = sent;
	for (const part of data) writeFrom(part, sheets);
	for (const { deleteDimension } of requests) {
		if (!deleteDimension) continue;
		const { sheetId, startIndex, endIndex } = deleteDimension.range;
		Object.values(sheets)[sheetId]?.splice(startIndex, endIndex - startIndex);
	}
	return {};
}

/** Writes cells from the first one that the range names. */
function writeFrom({ range, values }: Part, sheets: Record<string, Cells>): void {
	const [, name = '', column, row] = /^(\w+)!([A-Z]?)(\d+)/.exec(range) ?? [];
	const first = column ? column.charCodeAt(0) - 'A'.charCodeAt(0) : 0;
	values.forEach((cells, index) => {
		const written = ((sheets[name] ??= [])[Number(row) - 1 + index] ??= []);
		written.splice(first, cells.length, ...cells);
	});
}

/** Gives what a person enters into a node that posts or writes: a credential and a place. */
export async function connectOutside(session: Session) {
	const slack = { name: 'Slack', type: 'slackApi', data: { accessToken: 'one' } };
	const data = { clientId: 'one', clientSecret: 'one' };
	const google = { name: 'Google', type: 'googleSheetsOAuth2Api', data };
	const slackApi = await createCredential(session, slack);
	const googleSheetsOAuth2Api = await createCredential(session, google);
	await connectOAuth2(session, googleSheetsOAuth2Api, allowed);
	const place = { __rl: true, mode: 'id', value: 'there' };
	return (node: WorkflowNode): WorkflowNode => {
		if (node.type.endsWith('.code')) return withoutWaiting(node);
		if (!/\.(slack|googleSheets)$/.test(node.type)) return node;
		const parameters = { ...node.parameters, channelId: place, documentId: place };
		const credentials = { slackApi, googleSheetsOAuth2Api };
		return { ...node, parameters, credentials, waitBetweenTries: 0 };
	};
}

function withoutWaiting(node: WorkflowNode): WorkflowNode {
	const jsCode = (node.parameters['jsCode'] as string).replace('done, 5000', 'done, 0');
	return { ...node, parameters: { ...node.parameters, jsCode } };
}
