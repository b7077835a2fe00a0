import type { Host } from '../../dev/host/n8n';

/** Test files run in contexts or processes of their own: only the environment reaches all of them. */
const ADDRESS = 'COLLAB_SHARED_N8N_URL';

let shared: Host | undefined;

export function shareN8n(host: Host): void {
	shared = host;
	process.env[ADDRESS] = host.url;
}

/** For the end of the run alone. */
export function sharedN8n(): Host {
	if (shared === undefined) throw new Error('n8n was not started');
	return shared;
}

export function n8nUrl(): string {
	const url = process.env[ADDRESS];
	if (url === undefined) throw new Error('n8n was not started');
	return url;
}
