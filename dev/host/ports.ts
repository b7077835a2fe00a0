import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** The wanted port, or the next one above it that nobody listens on; 0 takes any free one. */
export async function freePort(wanted = 0): Promise<number> {
	const server = createServer().listen(wanted, '127.0.0.1');
	try {
		await once(server, 'listening');
	} catch {
		return await freePort(wanted + 1);
	}
	const { port } = server.address() as AddressInfo;
	server.close();
	await once(server, 'close');
	return port;
}
