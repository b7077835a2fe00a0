import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { createServer } from './server';
import type { Service } from './service';

/** The service's place on the network, which can be left and taken again: a closed server never listens again. */
export class Listener {
	private app: FastifyInstance | undefined;

	constructor(
		private readonly service: Service,
		private readonly host: string,
	) {}

	/** Gives the address. */
	async listen(port: number): Promise<string> {
		await this.stop();
		this.app = await createServer(this.service);
		await this.app.listen({ port, host: this.host });
		return urlOf(this.host, this.app.server.address());
	}

	async stop(): Promise<void> {
		await this.app?.close();
	}
}

function urlOf(host: string, address: AddressInfo | string | null): string {
	if (address === null || typeof address === 'string') throw new Error('The service has no port');
	return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}
