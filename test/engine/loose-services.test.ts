/** Services in the wild: with each of their liberties a list through n8n is complete. */
import { startSandbox, type ProjectStore, type SandboxOptions } from '../../dev/sandbox';
import { asSomebody } from './harness/asSomebody';
import { runCollab } from './harness/runCollab';

/** A project changes in each of the first 30 requests. */
function touchSomething(): (projects: ProjectStore) => void {
	let changes = 0;
	return (projects) => {
		if (changes++ >= 30) return;
		const all = projects.all();
		projects.update(all[(changes * 17) % all.length]?.id ?? '', { task_count: changes });
	};
}

const liberties: SandboxOptions[] = [
	{ ties: 'random', withoutUpdatedAt: 0.5, nulls: 'postgresql' },
	{ ties: 'hidden', beforeSelect: touchSomething() },
	{ perPageReport: 'asked', maxPerPage: 30 },
	{ perPageReport: 'returned', projects: 100 },
	{ totalOffset: -150 },
	{ totalOffset: 3 },
	{ createBeforeSelectRate: 0.3, staleTotalChanges: 2, projects: 200 },
	{ dateOffsetMs: -86_400_000, compression: 'gzip' },
	{ dateOffsetMs: 86_400_000, compression: 'br' },
	{ compression: 'deflate' },
];

it.each(liberties)('a list is complete, and nothing is in it twice, with %j', async (options) => {
	const sandbox = await startSandbox({ projects: 330, ...options });
	// As imports do: many projects share a stamp.
	for (const [index, { id, updated_at }] of sandbox.projects.all().entries())
		sandbox.projects.update(id, {
			created_at: `2026-01-0${1 + (index % 3)}T00:00:00Z`,
			updated_at,
		});
	const expected = sandbox.projects.all().map(({ id }) => id);
	const parameters = { returnAll: true, sortBy: 'created_at' };
	const { items, error } = await runCollab(asSomebody(sandbox, parameters));
	await sandbox.close();
	expect(error).toBeUndefined();
	const ids = items.map(({ json }) => json['id']);
	expect(ids).toEqual(expect.arrayContaining(expected));
	expect(new Set(ids).size).toBe(ids.length);
});
