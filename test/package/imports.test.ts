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

/** All files that this one imports, and those that they import. */
function reachedFrom(file: string, seen = new Set<string>()): Set<string> {
	for (const next of importsOf.get(file) ?? []) {
		if (seen.has(next)) continue;
		seen.add(next);
		reachedFrom(next, seen);
	}
	return seen;
}

it('no files import each other in a circle, types included', () => {
	expect([...importsOf.values()].flat().length).toBeGreaterThan(300);
	const files = [...importsOf.keys()];
	expect(files.filter((file) => reachedFrom(file).has(file))).toEqual([]);
});
