import { createServer } from 'node:net';

const LOOPBACK = '127.0.0.1';

/** The wanted port, or the next one above it that nobody listens on; 0 takes any free one. */
export async function freePort(wanted = 0): Promise<number> {
	const port = await tryPort(wanted);
	return port ?? (await freePort(wanted + 1));
}

async function tryPort(wanted: number): Promise<number | undefined> {
	return await new Promise((resolve, reject) => {
		const server = createServer();
		server.once('error', (error: NodeJS.ErrnoException) => {
			if (error.code === 'EADDRINUSE' && wanted !== 0) resolve(undefined);
			else reject(error);
		});
		server.listen(wanted, LOOPBACK, () => {
			const address = server.address();
			const port = typeof address === 'object' && address !== null ? address.port : wanted;
			server.close(() => resolve(port));
		});
	});
}
