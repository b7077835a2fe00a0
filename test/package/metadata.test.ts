import metadata from '../../package.json';
import { filesIn, page, read } from './repository';

it('what only the owner can decide is said once, and repeated where n8n wants it without a difference', () => {
	const { homepage, bugs } = metadata;
	expect({ homepage, bugs }).toEqual({
		homepage: `${page}#readme`,
		bugs: `${page}/issues`,
	});
	const files = filesIn('*.ts', '*.json', '*.md', '*.yml', '*.yaml', ':!*package-lock.json');
	const others = files.flatMap((file) => {
		const own = read(file).match(/https:\/\/[\w.-]+\/[\w.-]+\/n8n-nodes-collab\b/g) ?? [];
		return own.filter((address) => address !== page).map((address) => [file, address]);
	});
	expect(others).toEqual([]);
	for (const file of ['Collab', 'CollabTrigger'].map((name) => `nodes/Collab/${name}.node.json`)) {
		expect(read(file)).toContain(page);
	}
});

describe('package.json', () => {
	it('lets npm publish with a provenance statement only, which no machine of a person can make', () => {
		expect(metadata.publishConfig).toEqual({ access: 'public', provenance: true });
	});

	it('runs nothing on the machine of whoever installs it', () => {
		const lifecycle = /^(pre|post)?(install|prepare|publish|pack)(Only)?$/;
		expect(Object.keys(metadata.scripts).filter((name) => lifecycle.test(name))).toEqual([]);
	});

	it('has no dependencies at run time, but for the n8n that loads it', () => {
		const kinds = Object.keys(metadata).filter((name) => /dependencies/i.test(name));
		expect(kinds.sort()).toEqual(['devDependencies', 'peerDependencies']);
		expect(metadata.peerDependencies).toEqual({ 'n8n-workflow': '*' });
	});
});
