import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { preProcessFile } from 'typescript';
import { filesIn, read, root } from './repository';

const importsOf = new Map(
	filesIn('*.ts').map((file) => {
		const names = preProcessFile(read(file)).importedFiles.map(({ fileName }) => fileName);
		const paths = names
			.filter((name) => name.startsWith('.'))
			.map((name) => join(file, '..', name));
		const found = paths.flatMap((path) => [`${path}.ts`, join(path, 'index.ts')]);
		return [file, found.filter((path) => existsSync(join(root, path)))];
	}),
);

it('no files import each other in a circle, types included', () => {
	expect([...importsOf.values()].flat().length).toBeGreaterThan(300);
	let left = new Map(importsOf);
	let before: number;
	do {
		before = left.size;
		// Whoever imports none of those that are left is in no circle with them.
		left = new Map([...left].filter(([, imported]) => imported.some((file) => left.has(file))));
	} while (left.size < before);
	expect([...left.keys()]).toEqual([]);
});
