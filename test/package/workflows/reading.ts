/** The workflows as GitHub reads them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../repository';

export interface Step {
	readonly name?: string;
	readonly uses?: string;
	readonly run?: string;
	readonly with?: Readonly<Record<string, unknown>>;
}

export interface Job {
	readonly uses?: string;
	readonly needs?: readonly string[];
	readonly permissions?: unknown;
	readonly environment?: string;
	readonly if?: string;
	readonly strategy?: { readonly matrix: Readonly<Record<string, readonly unknown[]>> };
	readonly steps?: readonly Step[];
	readonly 'continue-on-error'?: unknown;
}

export interface Workflow {
	readonly on: Readonly<Record<string, unknown>>;
	readonly permissions?: unknown;
	readonly jobs: Readonly<Record<string, Job>>;
}

const folder = join(root, '.github', 'workflows');
export const files = readdirSync(folder);
export const textOf = (file: string) => readFileSync(join(folder, file), 'utf8');
export const read = (file: string) => parse(textOf(file)) as Workflow;

export const stepsOf = (file: string) =>
	Object.values(read(file).jobs).flatMap(({ steps = [] }) => steps);

export const publishing = read('publish.yml');
export const jobNamed = (name: string): Job & { steps: readonly Step[] } => {
	const job = publishing.jobs[name];
	if (!job) throw new Error(`There is no job "${name}"`);
	return { steps: [], ...job };
};
export const scriptsOf = (name: string) => jobNamed(name).steps.flatMap(({ run }) => run ?? []);
export const actionsOf = (name: string) => jobNamed(name).steps.flatMap(({ uses }) => uses ?? []);

/** Where the first script that matches stands among the steps of the job. */
export const positionOf = (name: string, script: RegExp) =>
	jobNamed(name).steps.findIndex(({ run = '' }) => script.test(run));
