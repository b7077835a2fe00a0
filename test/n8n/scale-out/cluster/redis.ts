import { freePort } from '../../../../dev/host/ports';
import { execute, newFolder, startServer, type Server } from './server';

/** Redis without a file: the queue of one run. */
export async function startRedis(): Promise<Server> {
	const port = await freePort();
	const folder = await newFolder('redis');
	const address = ['--port', String(port), '--bind', '127.0.0.1'];
	const inMemory = ['--save', '', '--appendonly', 'no', '--dir', folder];
	return await startServer({
		command: ['redis-server', ...address, ...inMemory],
		port,
		folder,
		ask: async () => await execute('redis-cli', ['-p', String(port), 'ping']),
	});
}
