import type { FastifyInstance } from 'fastify';
import type { Service } from '../service';

export function consoleRoutes(
	_app: FastifyInstance,
	_options: { service: Service },
	done: () => void,
): void {
	done();
}
