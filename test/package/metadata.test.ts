import metadata from '../../package.json';
import { filesIn, read } from './repository';

/** Where the owner has decided that the repository is; everything else follows. */
const repository = metadata.repository.url.replace(/^git\+/, '').replace(/\.git$/, '');

/** Every address in the repository's files that looks like its own, with the file that holds it. */
function ownAddresses(): Array<[file: string, address: string]> {
	const files = filesIn('*.ts', '*.json', '*.md', '*.yml', '*.yaml', ':!*package-lock.json');
	return files.flatMap((file) => {
		const text = read(file);
		const addresses = text.match(/https:\/\/[\w.-]+\/[\w.-]+\/n8n-nodes-collab\b/g) ?? [];
		return addresses.map((address): [string, string] => [file, address]);
	});
}

describe('what only the owner can decide', () => {
	it('is said once in package.json, and repeated everywhere else without a difference', () => {
		const { homepage, bugs } = metadata;
		const others = ownAddresses().filter(([, address]) => address !== repository);
		expect({ homepage, bugs, others }).toEqual({
			homepage: `${repository}#readme`,
			bugs: `${repository}/issues`,
			others: [],
		});
	});

	it('is repeated where n8n wants it: with each credential and each node', () => {
		const files = new Set(ownAddresses().map(([file]) => file));
		expect([...files]).toEqual(
			expect.arrayContaining([
				'credentials/CollabApi.credentials.ts',
				'credentials/CollabOAuth2Api.credentials.ts',
				'nodes/Collab/Collab.node.json',
				'nodes/Collab/CollabTrigger.node.json',
			]),
		);
	});
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
