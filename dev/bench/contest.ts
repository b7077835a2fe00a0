import { join } from 'node:path';
import { Contender, type Surroundings } from './contender';
import type { Comparison, LimitedRun, Run, Series } from './results';
import { startChild } from './child';
import type { Service } from './serviceProcess';
import { COLLAB, HTTP_REQUEST } from './workflows';

/** Runs that are not counted, in which code is loaded and compiled. */
const WARM_UPS = 2;

const TIMED_PER_MEMORY_RUN = 3;

/** Both ways to read one list of a given size, each in an n8n of its own. */
export class Contest {
	private constructor(
		readonly projects: number,
		private readonly service: Service,
		private readonly collab: Contender,
		private readonly httpRequest: Contender,
	) {}

	static async start(projects: number, surroundings: Surroundings): Promise<Contest> {
		const file = join(__dirname, 'serviceProcess.ts');
		const service: Service = await startChild(file, { projects });
		surroundings.onStarted(async () => await service.stop());
		const collab = await Contender.start(COLLAB, service, surroundings);
		const httpRequest = await Contender.start(HTTP_REQUEST, service, surroundings);
		return new Contest(projects, service, collab, httpRequest);
	}

	async warmUp(): Promise<void> {
		await this.service.command({ behaviour: { latencyMs: 0, requestsPerSecond: 0 } });
		for (let count = 0; count < WARM_UPS; count++) {
			await runComplete(this.collab, this.projects);
			await runComplete(this.httpRequest, this.projects);
		}
	}

	/** Takes turns, and every other time the second goes first: what else the machine does hits both. */
	async compare(latencyMs: number, runs: number): Promise<Comparison> {
		const { projects, service } = this;
		await service.command({ behaviour: { latencyMs, requestsPerSecond: 0 } });
		const collab: Series = { runs: [], memory: [] };
		const httpRequest: Series = { runs: [], memory: [] };
		const sides = [
			{ contender: this.collab, series: collab },
			{ contender: this.httpRequest, series: httpRequest },
		];
		for (let count = 0; count < runs; count++) {
			for (const { contender, series } of sides.reverse()) {
				series.runs.push(await runComplete(contender, projects));
			}
		}
		for (let count = 0; count < runs / TIMED_PER_MEMORY_RUN; count++) {
			for (const { contender, series } of sides) {
				series.memory.push(await contender.measureMemory(projects));
			}
		}
		return { projects, latencyMs, collab, httpRequest };
	}

	async runLimited(requestsPerSecond: number): Promise<LimitedRun> {
		const { projects, service } = this;
		const behaviour = { latencyMs: 0, requestsPerSecond };
		await service.command({ behaviour });
		const collab = await runComplete(this.collab, projects);
		await service.command({ behaviour });
		const httpRequest = await this.httpRequest.run(projects);
		return { projects, requestsPerSecond, collab, httpRequest };
	}
}

/** A time for less than the whole list would compare nothing. */
async function runComplete(contender: Contender, projects: number): Promise<Run> {
	const run = await contender.run(projects);
	if (!run.isComplete) throw new Error(`A run did not give each of ${projects} projects once`);
	return run;
}
