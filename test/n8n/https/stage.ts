import type { Credential } from '../../../dev/host/credentials';
import { chain, collab, START } from '../../../dev/host/draft';
import { type Execution, runWorkflow } from '../../../dev/host/executions';
import type { CredentialChoice } from '../../../dev/host/template';
import type { Session } from '../../../dev/host/session';
import { createWorkflow } from '../../../dev/host/workflows';
import { type Sandbox, startSandbox } from '../../../dev/sandbox';
import { Stage as OneService } from '../stage';

/** Services over https, and an n8n that knows the authorities of all but one. */
export interface Stage {
	readonly session: Session;
	readonly service: Sandbox;
	/** Its certificate is for another host. */
	readonly misnamed: Sandbox;
	/** n8n does not know its authority. */
	readonly unknown: Sandbox;
	/** Of `service`. */
	readonly credentials: CredentialChoice;
	/** Runs the Collab node by hand. */
	run(credential: Credential, parameters: Record<string, unknown>): Promise<Execution>;
	close(): Promise<void>;
}

export async function openStage(projects: number): Promise<Stage> {
	const few = { tls: true, projects: 3 };
	const misnamed = await startSandbox({ ...few, certificateNames: ['other.test'] });
	const unknown = await startSandbox(few);
	const closeBoth = async () => void (await Promise.all([misnamed.close(), unknown.close()]));
	const trusting = { sandbox: { tls: true, projects }, trusted: [misnamed] };
	const stage = await OneService.open(trusting).catch(async (error: unknown) => {
		await closeBoth();
		throw error;
	});
	const { session, sandbox: service, credentials } = stage;
	const run: Stage['run'] = async (credential, parameters) => {
		const draft = chain('Over https', [START, collab(credential, parameters)]);
		return await runWorkflow(session, await createWorkflow(session, draft), 'Start');
	};
	const close = async () => void (await Promise.all([stage.close(), closeBoth()]));
	return { session, service, misnamed, unknown, credentials, run, close };
}
