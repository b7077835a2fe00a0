/** What every field of the nodes refuses: the error names it, and nothing is sent. */
import type { INodeParameters } from 'n8n-workflow';
import { NODES, resultOf, sandbox, withValue } from './harness/fields';

/** Where it is not only the type of the value, and other parameters without which the field is not used. */
const REFUSED: Readonly<Record<string, unknown>> = {
	limit: 0,
	'filters.updatedAfter': 'last week',
	'filters.ownerIds': ' , ',
	'filters.projectIds': 'none',
	'filters.statuses': '{"active"}',
	'filters.dueWithinDays': -1,
	'filters.minProgress': 101,
	'filters.maxProgress': 101,
	dueSoonDays: -1,
	staleDays: 0.5,
	'options.maxConcurrentRequests': 0,
	'options.maxRetryWait': 86_401,
	'options.timeout': 0,
};
const NEEDED: Readonly<Record<string, INodeParameters>> = {
	limit: { returnAll: false },
	changedSince: { startFrom: 'since' },
	fields: { output: 'selected' },
	dueSoonDays: { events: ['dueSoon'] },
	staleDays: { events: ['becameStale'] },
};

describe.each(NODES)('$kind', ({ kind, fields }) => {
	// Whether it was confirmed has a refusal of its own.
	const checked = fields.filter(({ name }) => name !== 'confirmRevocation');

	it.each(checked)('$name is named when it cannot be used, and nothing is sent', async (field) => {
		const { name, displayName } = field;
		const value = REFUSED[name] ?? '={{ [{}] }}';
		const { error } = await resultOf(kind, { ...NEEDED[name], ...withValue(name, value) });
		expect(error?.message).toContain(`The parameter '${displayName}' cannot be used`);
		expect(sandbox.requests).toEqual([]);
	});
});
