import type { Host } from '../../../dev/host/n8n';

interface Running {
	readonly host: Host;
	readonly userFolder: string;
}

declare global {
	var collabTemplatesRunning: Running[] | undefined;
}

/** On the global object, because Jest loads the setup and the teardown as two worlds. */
export const started: Running[] = (globalThis.collabTemplatesRunning ??= []);

/** How the test files learn where n8n listens. */
export const addressVariable = 'COLLAB_TEMPLATES_N8N';
