/** The service, the people who work with it, and the books on what is delivered of it; see `service.ts`. */
import { setTimeout as sleep } from 'node:timers/promises';
import { serve } from '../../../dev/bench/child';
import { startSandbox, type Sandbox } from '../../../dev/sandbox';
import { BusyAccount } from './busyAccount';
import { WATCHERS } from './watchers';
import type { Access, Command, Report, ServiceOptions } from './service';

const MS_PER_SECOND = 1000;
const CHANGE_EVERY_MS = 2;

class ServiceProcess {
	private readonly requests: Record<number, number> = {};

	private constructor(
		private readonly sandbox: Sandbox,
		private readonly account: BusyAccount,
		private readonly clock: { aheadMs: number },
	) {}

	static async start({ seed, projects, tokenLifetimeSeconds }: ServiceOptions) {
		const clock = { aheadMs: 0 };
		const now = () => Date.now() + clock.aheadMs;
		const sandbox = await startSandbox({ seed, projects, tokenLifetimeSeconds, now });
		return new ServiceProcess(sandbox, new BusyAccount(sandbox.projects, seed), clock);
	}

	async access(): Promise<Access> {
		const { baseUrl, authServerUrl, apiKey, clientId, clientSecret } = this.sandbox;
		const tokens = await Promise.all(WATCHERS.map(async () => await this.sandbox.issueToken()));
		return { baseUrl, authServerUrl, apiKey, clientId, clientSecret, tokens };
	}

	async obey({ deliveries, listening, behaviour, ...more }: Command): Promise<Report> {
		const complaints = deliveries ? this.deliver(deliveries) : [];
		if (listening === true) await this.sandbox.listenAgain();
		if (listening === false) await this.sandbox.stopListening();
		if (behaviour) this.sandbox.configure(behaviour);
		if (more.tokensExpire) this.sandbox.expireAccessTokens();
		this.clock.aheadMs += (more.waitSeconds ?? 0) * MS_PER_SECOND;
		if (more.changes) this.change(more.changes);
		await this.changeSlowly(more.changesMeanwhile ?? 0);
		const { changes, projectsEver } = this.account;
		const projects = this.sandbox.projects.size;
		return { complaints, changes, projects, projectsEver, requests: this.requests };
	}

	async end(): Promise<void> {
		await this.sandbox.close();
	}

	private deliver(deliveries: Required<Command>['deliveries']): string[] {
		for (const { status } of this.sandbox.requests) {
			this.requests[status] = (this.requests[status] ?? 0) + 1;
		}
		this.sandbox.clearRequests();
		return deliveries.flatMap((delivery) => this.account.deliver(delivery));
	}

	private change({ count, withinSeconds }: Required<Command>['changes']): void {
		for (let number = 0; number < count; number += 1) {
			this.clock.aheadMs += (withinSeconds * MS_PER_SECOND) / count;
			this.account.changeSomething();
		}
	}

	private async changeSlowly(count: number): Promise<void> {
		for (let number = 0; number < count; number += 1) {
			await sleep(CHANGE_EVERY_MS);
			this.account.changeSomething();
		}
	}
}

void serve(async (options: ServiceOptions) => {
	const service = await ServiceProcess.start(options);
	return {
		greeting: await service.access(),
		obey: async (command: Command) => await service.obey(command),
		close: async () => await service.end(),
	};
});
