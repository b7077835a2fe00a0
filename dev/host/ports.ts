import getPort from 'get-port';

/** The wanted port, or the next one above it that nobody listens on; 0 takes any free one. */
export async function freePort(wanted = 0): Promise<number> {
	const port = wanted === 0 ? undefined : getPort.makeRange(wanted, wanted + 100);
	return await getPort({ host: '127.0.0.1', port });
}
