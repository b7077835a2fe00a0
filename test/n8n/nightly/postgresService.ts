/** The Express service of the web stacks, on a PostgreSQL whose table the tests write to, too. */
import { rm } from 'node:fs/promises';
import { Pool } from 'pg';
import { Endings } from '../../../dev/demo/ending';
import { postgres } from '../../stacks/databases';
import { passOn, serve } from '../../stacks/stacks';
import { newFolder } from '../stage';

/** Changes of status are counted, so that a test sees whether a project had its status all the time. */
const TABLE = `ALTER TABLE projects
	ALTER id TYPE text,
	ALTER name TYPE text,
	ALTER status SET DEFAULT 'active',
	ALTER created_at SET DEFAULT now(),
	ALTER updated_at SET DEFAULT now(),
	ADD status_changes int NOT NULL DEFAULT 0`;

export let pool: Pool;
let port: string;

/** Ended with the file that imports this one. */
const endings = new Endings();
beforeAll(async () => {
	const folder = await newFolder('postgres');
	endings.add(async () => await rm(folder, { recursive: true }));
	const { env, sql } = await postgres(folder, endings);
	await sql(TABLE);
	// From here on, pg finds the database by itself.
	Object.assign(process.env, env);
	pool = new Pool();
	endings.add(async () => await pool.end());
	port = await serve('express', env, folder, endings);
});
afterAll(async () => await endings.run());

/** Gives each reader an account of its own, with the same projects. */
export const openAccount = async () => await passOn(port, endings);
