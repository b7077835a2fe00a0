/** A request to n8n on a connection of its own: n8n closes an idle one after some seconds, which may cross the next request on it. */
export async function request(address: string | URL, init: RequestInit = {}): Promise<Response> {
	const headers = new Headers(init.headers);
	headers.set('Connection', 'close');
	return await fetch(address, { ...init, headers });
}
