import { createRunExecutionData, type IRun, WorkflowOperationError } from 'n8n-workflow';
import type { ActiveTrigger } from './activateTrigger';

/** How n8n says that an execution failed. */
export const failed = (resultData: Parameters<typeof createRunExecutionData>[0]): IRun => ({
	data: createRunExecutionData(resultData),
	mode: 'trigger',
	startedAt: new Date(),
	storedAt: 'db',
	status: 'error',
});

/** What n8n says when the worker is gone: it knows of no node. */
export const diedWithItsWorker = () => {
	const error = new WorkflowOperationError('This execution failed to be processed too many times');
	return failed({ resultData: { error, runData: {} } });
};

export const failedInANode = () =>
	failed({ resultData: { runData: {}, lastNodeExecuted: 'Post a Message' } });

export const succeeded = (): IRun => ({ ...failedInANode(), status: 'success' });

type Item = ActiveTrigger['emitted'][number][number];

/** A text of the item; empty where there is none. */
export function text({ json }: Item, field: string): string {
	const value = json[field];
	return typeof value === 'string' ? value : '';
}

/** What each execution was started with: "event name" of every item. */
export const delivered = ({ emitted }: Pick<ActiveTrigger, 'emitted'>): string[][] =>
	emitted.map((items) => items.map((item) => `${text(item, 'event')} ${text(item, 'name')}`));
