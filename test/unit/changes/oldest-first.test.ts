import { scanOldestFirst } from '../../../nodes/Collab/core/scan/oldestFirst';
import { at, changed, each, newestOf, ScriptedList } from '../scan/scriptedList';

const [ROWS, PLACE, NEWEST] = [57, 45, 100];

test('rows before the place do not stand in for one that is missing after it', async () => {
	const list = new ScriptedList([]);
	list.maxPerPage = 12;
	let windows = 0;
	// Equal stamps in another order with each request, and one of the newest is in none of the answers.
	list.beforeAnswer = (answer, { page, perPage }) => {
		if (perPage > 1) windows += 1;
		const start = (page - 1) * perPage;
		const newest = each(PLACE, ROWS, (offset) => {
			const isLastAgain = windows > 1 && offset === start + 10;
			const number = start >= PLACE ? offset - start : isLastAgain ? 11 : offset - PLACE;
			return changed(NEWEST, { id: `newest ${number}` });
		});
		const older = each(0, PLACE - 1, (number) => changed(1, { id: `older ${number}` }));
		list.oldestFirst = [...older, changed(1, { id: `older, in answer ${answer}` }), ...newest];
	};
	const low = at(NEWEST);
	const context = list.contextWith({ state: { phase: 'incremental', maxPerPage: 12 }, low });
	const newest = newestOf({
		low,
		reached: low,
		totalItems: ROWS,
		unplacedFirst: 0,
		maxPerPage: 12,
	});
	// Then the whole list has to be read.
	expect(await scanOldestFirst(context, newest)).toBeUndefined();
});
