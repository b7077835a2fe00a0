import fc from 'fast-check';
import { parseBody } from '../../../nodes/Collab/core/requests/body';
import { parsePage } from '../../../nodes/Collab/core/contract';
import { CollabError } from '../../../nodes/Collab/core/errors';
import { messageOf } from '../../../nodes/Collab/core/messages';
import { bodyOf } from './account';
import { cases, Tally } from '../../random';
import { damage, mutation, SECRET, toText } from './mutations';

const window = { page: 1, perPage: 5 };
const rowCount = fc.nat(7);

/** The page that was accepted; undefined when it was refused as it should be. */
function read(bytes: Uint8Array): ReturnType<typeof parsePage> | undefined {
	try {
		return parsePage(parseBody(bytes));
	} catch (error) {
		if (!(error instanceof CollabError)) throw error;
		expect(error).toMatchObject({ kind: 'malformed' });
		const { message, description } = messageOf(error);
		expect(message).toMatch(/^The service's answer could not be understood: /);
		expect([error.message, message, description].join()).not.toContain(SECRET);
		return undefined;
	}
}

/** What the rest of the package relies on. */
function expectSound(page: ReturnType<typeof parsePage>, sent: unknown): void {
	const { page: number, perPage, totalItems, totalPages, hasNext } = page.pagination;
	expect([number, perPage, totalItems, totalPages].every(Number.isSafeInteger)).toBe(true);
	expect([number > 0, perPage >= 0, totalItems >= 0, totalPages >= 0]).not.toContain(false);
	expect(typeof hasNext).toBe('boolean');
	expect(page.projects.every(({ id }) => typeof id === 'string' && id !== '')).toBe(true);
	expect(JSON.stringify(page.projects)).toBe(JSON.stringify(sent));
}

it('is accepted as it was sent, or refused, whatever its JSON holds', () => {
	const tally = new Tally('mutated JSON');
	const mutations = fc.array(mutation, { minLength: 1, maxLength: 3 });
	fc.assert(
		fc.property(rowCount, mutations, (total, mutate) => {
			const body = bodyOf(total, window);
			for (const change of mutate) change(body);
			const text = toText(body);
			const page = read(Buffer.from(text));
			if (page) expectSound(page, (JSON.parse(text) as { data: unknown }).data);
			tally.count(page ? 'accepted' : 'refused');
		}),
		cases(100),
	);
	tally.print();
});

it('is accepted as it was sent, or refused, whatever happens to its bytes', () => {
	const tally = new Tally('damaged bytes');
	fc.assert(
		fc.property(rowCount, damage, (total, harm) => {
			const bytes = harm(Buffer.from(JSON.stringify(bodyOf(total, window))));
			const page = read(bytes);
			if (page) expectSound(page, (JSON.parse(bytes.toString()) as { data: unknown }).data);
			tally.count(page ? 'accepted' : 'refused');
		}),
		cases(100),
	);
	tally.print();
});
