import { listExecutions, untilEnded, type Execution } from '../../../dev/host/executions';
import { until } from '../../../dev/host/waiting';
import { unpublishWorkflow, type Workflow } from '../../../dev/host/workflows';
import type { Stage } from './stage';

/** The executions of a published workflow, one after the other, oldest first. */
export class Watching {
	private readonly seen = new Set<string>();

	constructor(
		private readonly stage: Stage,
		private readonly workflow: Workflow,
	) {}

	/** Fails with n8n's message when the execution did. */
	async next(): Promise<Execution> {
		const { id } = await until(`an execution of "${this.workflow.name}"`, async () => {
			const executions = await listExecutions(this.stage.session, this.workflow.id);
			return executions.filter((one) => !this.seen.has(one.id)).at(-1);
		});
		this.seen.add(id);
		const execution = await untilEnded(this.stage.session, id);
		const problem = execution.data.resultData.error?.message;
		if (execution.status !== 'success') throw new Error(problem ?? execution.status);
		return execution;
	}

	/** So that later tests are not disturbed by its polls. */
	async stop(): Promise<void> {
		await unpublishWorkflow(this.stage.session, this.workflow.id);
	}
}
