import { Stage } from '../stage';
import { type Sandbox, startSandbox } from '../../../dev/sandbox';

/** All files of this folder share it: a service over https, and an n8n that trusts it. */
export let stage: Stage;

/** Its certificate is for another host. */
export let misnamed: Sandbox;

/** n8n does not know its authority. */
export let unknown: Sandbox;

beforeAll(async () => {
	const few = { tls: true, projects: 3 };
	misnamed = await startSandbox({ ...few, certificateNames: ['other.test'] });
	unknown = await startSandbox(few);
	stage = await Stage.open({ tls: true, projects: 1234 }, {}, [misnamed]);
});
afterAll(async () => {
	for (const opened of [stage, misnamed, unknown]) await opened?.close();
});

/** The projects that the service holds. */
export const store = () => stage.sandbox.projects;

export const REVOKE = { resource: 'authorization', operation: 'revoke', confirmRevocation: true };
