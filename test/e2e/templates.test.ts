/** What a person sees who imports a workflow of `examples/`. */
import { join } from 'node:path';
import { exampleFiles } from '../../dev/demo/examples';
import { expect, test } from './fixtures';

const FOLDER = join(__dirname, '..', '..', 'examples');

test('every note shows its whole text, without scrolling', async ({ editor }) => {
	const files = await exampleFiles();
	expect(files.length).toBeGreaterThan(5);
	for (const file of files) {
		await editor.startWorkflow();
		await editor.importFile(join(FOLDER, file));
		const notes = await editor.hiddenTextOfNotes();
		expect([file, notes.length > 0]).toEqual([file, true]);
		expect([file, notes.filter((pixels) => pixels > 0)]).toEqual([file, []]);
	}
});
