import { setTimeout as sleep } from 'node:timers/promises';
import { listExecutions, untilEnded, type Execution } from '../../../dev/host/executions';
import { unpublishWorkflow, type Workflow } from '../../../dev/host/workflows';
import type { Stage } from './stage';

const ASK_AGAIN_MS = 200;
const EXECUTED_WITHIN_MS = 90_000;

/** The executions of a published workflow, one after the other, oldest first. */
export class Watching {
	private readonly seen = new Set<string>();

	constructor(
		private readonly stage: Stage,
		private readonly workflow: Workflow,
	) {}

	/** Fails with n8n's message when the execution did. */
	async next(): Promise<Execution> {
		for (let waitedMs = 0; waitedMs < EXECUTED_WITHIN_MS; waitedMs += ASK_AGAIN_MS) {
			const executions = await listExecutions(this.stage.session, this.workflow.id);
			const oldest = executions.filter(({ id }) => !this.seen.has(id)).at(-1);
			if (oldest) return await this.ended(oldest.id);
			await sleep(ASK_AGAIN_MS);
		}
		throw new Error(`"${this.workflow.name}" has not been started`);
	}

	/** So that later tests are not disturbed by its polls. */
	async stop(): Promise<void> {
		await unpublishWorkflow(this.stage.session, this.workflow.id);
	}

	private async ended(id: string): Promise<Execution> {
		this.seen.add(id);
		const execution = await untilEnded(this.stage.session, id);
		const problem = execution.data.resultData.error?.message;
		if (execution.status !== 'success') throw new Error(problem ?? execution.status);
		return execution;
	}
}
