import type { INodeParameters } from 'n8n-workflow';
import { startSandbox } from '../../../dev/sandbox';
import type { ProjectStore, Sandbox, SandboxOptions } from '../../../dev/sandbox';
import { asSomebody } from '../harness/asSomebody';
import { runCollab } from '../harness/runCollab';

const open: Sandbox[] = [];

afterEach(async () => void (await Promise.all(open.splice(0).map((sandbox) => sandbox.close()))));

/** Closes after the test, whether it passes or fails. */
export async function start(options: SandboxOptions): Promise<Sandbox> {
	const sandbox = await startSandbox(options);
	open.push(sandbox);
	return sandbox;
}

/** Gives all projects few different stamps, as imports do. */
export function importInBulks(sandbox: Sandbox, bulks: number): void {
	sandbox.projects.all().forEach(({ id }, index) =>
		sandbox.projects.update(id, {
			created_at: `2026-01-0${1 + (index % bulks)}T00:00:00Z`,
			updated_at: `2026-02-${String(1 + ((index * 7) % 28)).padStart(2, '0')}T00:00:00Z`,
		}),
	);
}

/** What a list holds, against the projects that were there before it began. */
export interface Comparison {
	readonly error: string | undefined;
	readonly missing: number;
	readonly twice: number;
}

export async function listAll(
	sandbox: Sandbox,
	parameters: INodeParameters = {},
): Promise<Comparison> {
	const expected = sandbox.projects.all().map(({ id }) => id);
	const { items, error } = await runCollab(asSomebody(sandbox, { returnAll: true, ...parameters }));
	const ids = new Set(items.map(({ json }) => json['id']));
	const isThere = (id: string) => ids.has(id) || sandbox.projects.get(id) === undefined;
	return {
		error: error?.message,
		missing: error ? 0 : expected.filter((id) => !isThere(id)).length,
		twice: items.length - ids.size,
	};
}

export const COMPLETE: Comparison = { error: undefined, missing: 0, twice: 0 };

export const COMPLETE_OR_ERROR = { missing: 0, twice: 0 };

const CHANGES = 30;

/** A project changes in each of the first requests, and none afterwards: every list can come to its end. */
export function touchSomething(seed: number): (projects: ProjectStore) => void {
	let changes = 0;
	return (projects) => {
		if (changes >= CHANGES) return;
		changes += 1;
		const all = projects.all();
		const project = all[(seed * 31 + changes * 17) % all.length];
		if (project) projects.update(project.id, { task_count: changes });
	};
}
