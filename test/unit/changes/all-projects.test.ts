/** When all projects are read, and how much of them is saved. */
import { AllProjects } from '../../../nodes/Collab/core/changes/allProjects';
import { CollabError } from '../../../nodes/Collab/core/errors';
import { projectWith } from './projects';
import { Service, START_MS } from './service';
import { OPTIONS } from './testTrigger';
import { SAVED, WATCHED } from './watching';

describe('all projects are read', () => {
	const service = new Service();
	for (const id of ['a', 'b']) service.create(id);

	const context = (timeUsed: number, error?: Error) => ({
		options: WATCHED,
		fetchPage: async (...request: Parameters<Service['answer']>) => {
			if (error) throw error;
			return await Promise.resolve(service.answer(...request));
		},
		runtime: {
			now: () => START_MS,
			timeUsed: () => timeUsed,
			yieldToEventLoop: async () => await Promise.resolve(),
		},
	});
	const begin = async (timeUsed: number) =>
		await AllProjects.open(undefined, WATCHED, START_MS).begin(context(timeUsed));
	const changes = async (timeUsed: number, error?: Error) =>
		await AllProjects.open({ known: SAVED }, WATCHED, START_MS).changes(
			context(timeUsed, error),
			3,
		);

	test('within four fifths of the time of a poll', async () => {
		expect(await begin(0.8)).toEqual([]);
		await expect(begin(0.81)).rejects.toMatchObject({
			kind: 'listTooLong',
			data: { rowsRead: 2, totalItems: 2 },
		});
	});

	test('at the next poll again, where the list changed or the time was over', async () => {
		for (const kind of ['listKeptChanging', 'listUnstable', 'listTooLong'] as const) {
			expect(await changes(0.1, new CollabError(kind))).toEqual([]);
		}
		expect(await changes(0.81, new CollabError('unavailable'))).toEqual([]);
		expect(await changes(0.81)).toEqual([]);
	});

	test('with any other failure as the failure of the poll', async () => {
		for (const error of [new CollabError('unavailable'), new Error('other')]) {
			await expect(changes(0.8, error)).rejects.toBe(error);
		}
	});
});

describe('the bytes that may be saved', () => {
	const sized = (bytes: number) => {
		const frame = JSON.stringify({ known: { ...SAVED, projects: '' } });
		return { known: { ...SAVED, projects: 'x'.repeat(bytes - frame.length) } };
	};
	const save = (bytes: number, isNeeded: boolean, isNew: boolean) =>
		AllProjects.open(sized(bytes), WATCHED, START_MS).toSaved(9, { isNeeded, isNew });

	test('are 300,000 beside previous values that are new', () => {
		expect(save(300_000, true, true)).toEqual(sized(300_000));
		expect(() => save(300_001, true, true)).toThrow(CollabError);
	});

	test('are not counted again where nothing changed', () => {
		expect(save(300_001, true, false)).toEqual(sized(300_001));
		expect(save(300_001, false, true)).toEqual(sized(300_001));
	});

	test('are counted after a change; the error has the total of the service', () => {
		const holding = { 'becameOverdue 0': 'A'.repeat(11 * 28_000) };
		const options = { ...OPTIONS, events: ['becameOverdue'] as const };
		const all = AllProjects.open({ conditions: { day: 1, holding } }, options, START_MS);
		const save = () => all.toSaved(9, { isNeeded: true, isNew: false });
		expect(save()?.conditions).toEqual({ day: 1, holding });
		all.note(projectWith('a'));
		const error = { kind: 'tooManyProjects', data: { totalItems: 9 } };
		expect(save).toThrow(expect.objectContaining(error) as Error);
	});
});
