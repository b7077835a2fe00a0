import fc from 'fast-check';
import { parsePage } from '../../../nodes/Collab/core/contract';
import { CollabError } from '../../../nodes/Collab/core/errors';
import { messageOf } from '../../../nodes/Collab/core/messages';
import { parseBody } from '../../../nodes/Collab/core/requests/body';
import { cases, Tally } from '../../random';
import { orError } from '../errorIn';
import { bodyOf } from './account';
import { damage, mutation, SECRET, toText } from './mutations';

/** Accepted as it was sent, with what the rest of the package relies on; or refused as it should be. */
function readAs(bytes: Buffer): string {
	const page = orError(() => parsePage(parseBody(bytes)));
	if (page instanceof CollabError) {
		const { message, description } = messageOf(page);
		expect(page).toMatchObject({ kind: 'malformed' });
		expect(message).toMatch(/^The service's answer could not be understood: /);
		expect([page.message, message, description].join()).not.toContain(SECRET);
		return 'refused';
	}
	const { perPage, totalItems, hasNext } = page.pagination;
	expect([perPage, totalItems].every(Number.isSafeInteger)).toBe(true);
	expect([perPage >= 0, totalItems >= 0]).not.toContain(false);
	expect(typeof hasNext).toBe('boolean');
	expect(page.projects.every(({ id }) => typeof id === 'string' && id !== '')).toBe(true);
	const { data } = JSON.parse(bytes.toString()) as { data: unknown };
	expect(JSON.stringify(page.projects)).toBe(JSON.stringify(data));
	return 'accepted';
}

const mutated = fc.array(mutation, { minLength: 1, maxLength: 3 }).map((all) => (body: unknown) => {
	for (const change of all) change(body);
	return Buffer.from(toText(body));
});
const damaged = damage.map((harm) => (body: unknown) => harm(Buffer.from(JSON.stringify(body))));

it.each([
	['JSON', mutated],
	['bytes', damaged],
])('is accepted as it was sent, or refused, whatever happens to its %s', (what, harms) => {
	const tally = new Tally(`damaged ${what}`);
	const property = fc.property(fc.nat(7), harms, (total, harm) =>
		tally.count(readAs(harm(bodyOf(total, { page: 1, perPage: 5 })))),
	);
	fc.assert(property, cases(100));
	tally.print();
});
