import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Certificates } from './certificates';
import { createServer } from './server';
import type { Service } from './service';

/** The service's place on the network, which can be left and taken again: a closed server never listens again. */
export class Listener {
	private app: FastifyInstance | undefined;

	constructor(
		private readonly service: Service,
		private readonly host: string,
		private readonly certificates?: Certificates,
	) {}

	/** Gives the address. */
	async listen(port: number): Promise<string> {
		await this.stop();
		this.app = await createServer(this.service, this.certificates);
		await this.app.listen({ port, host: this.host });
		const scheme = this.certificates ? 'https' : 'http';
		return `${scheme}://${authorityOf(this.host, this.app.server.address())}`;
	}

	async stop(): Promise<void> {
		await this.app?.close();
	}
}

function authorityOf(host: string, address: AddressInfo | string | null): string {
	if (address === null || typeof address === 'string') throw new Error('The service has no port');
	return `${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}
