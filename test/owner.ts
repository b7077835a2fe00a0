import type { Owner } from '../dev/host/session';

/** Nobody else reaches the n8n that tests start. */
export const OWNER: Owner = {
	email: 'owner@collab.example',
	password: 'Collab-tests-1',
	firstName: 'Olu',
	lastName: 'Owner',
};
