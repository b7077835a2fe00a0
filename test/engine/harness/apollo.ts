/** For each test of the file that imports this: a service, whose clock stands still, with the one project Apollo, an hour old. */
import type { INodeParameters } from 'n8n-workflow';
import { startSandbox, type Sandbox } from '../../../dev/sandbox';
import { activateTrigger } from './activateTrigger';
import { asSomebody } from './asSomebody';

export let sandbox: Sandbox;
/** The clock. */
let serviceTimeMs: number;

beforeEach(async () => {
	serviceTimeMs = Date.now() - 86_400_000;
	sandbox = await startSandbox({ projects: 0, now: () => serviceTimeMs });
	sandbox.projects.create({ name: 'Apollo', task_count: 4, completed_task_count: 1 });
	pass(60);
});
afterEach(async () => await sandbox.close());

/** On the service's clock. */
export const pass = (minutes: number) => (serviceTimeMs += minutes * 60_000);

/** Its ID. */
export const apollo = () => sandbox.projects.all().find(({ name }) => name === 'Apollo')?.id ?? '';

export const publish = async (parameters: INodeParameters = {}) =>
	await activateTrigger(asSomebody(sandbox, parameters));
