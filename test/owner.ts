import type { Owner } from '../dev/host/session';

/** Of the n8n that tests start, which nobody else reaches. */
export const OWNER: Owner = {
	email: 'owner@collab.example',
	password: 'Collab-tests-1',
	firstName: 'Olu',
	lastName: 'Owner',
};
