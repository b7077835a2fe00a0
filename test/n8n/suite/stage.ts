import { type Outside, openOutside } from '../outside';
import { Stage } from '../stage';

/** All files of this folder share it: a service over https, and an n8n east of Greenwich that trusts it. */
export let stage: Stage;
const TIME_ZONE = 'Asia/Tokyo';

/** Slack and Google Sheets. */
export let outside: Outside;

beforeAll(async () => {
	outside = await openOutside();
	const environment = { ...outside.environment, GENERIC_TIMEZONE: TIME_ZONE };
	stage = await Stage.open({ tls: true, projects: 1234 }, { environment, trusted: [outside] });
});
afterAll(async () => {
	for (const opened of [stage, outside]) await opened?.close();
});

export const store = () => stage.sandbox.projects;

const MS_PER_DAY = 86_400_000;

/** A day as this n8n counts days. */
export const dateIn = (days: number) =>
	new Date(Date.now() + days * MS_PER_DAY).toLocaleDateString('sv', { timeZone: TIME_ZONE });
export const ago = (days: number) => new Date(Date.now() - days * MS_PER_DAY).toISOString();
