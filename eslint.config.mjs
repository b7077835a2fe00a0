import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import tseslint from 'typescript-eslint';

const typed = {
	languageOptions: {
		parser: tseslint.parser,
		parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
	},
};

const imports = (...patterns) => ({ 'no-restricted-imports': ['error', { patterns }] });

const onlyFrom = (regex) => ({ regex, message: 'core/ imports nothing but its own files.' });

const OWN_FILES = onlyFrom('^(?!\\.\\.?/|node:crypto$)|^\\.\\./\\.\\.');

const SIBLINGS = onlyFrom('^(?!\\./|node:crypto$)');

/** The folders of core/: each imports only those before it, types included. So no two of them import each other. */
const FOLDERS = ['requests', 'list', 'query', 'changes'];

/** What the other files of core/ do not import. */
const ABOVE = [...FOLDERS, 'messages'];

/** Each folder with those that it does not import. */
const LAYERS = [
	['client', 'fields|actions|trigger'],
	['fields', 'actions|trigger'],
	['actions', 'trigger'],
	['trigger', 'actions'],
];

const notFrom = (names) => ({
	regex: `^\\.\\.?/(?:${names.join('|')})(?:/|$)`,
	message: `core/ imports in one direction: messages -> ${FOLDERS.toReversed().join(' -> ')} -> its other files.`,
});

export default tseslint.config(
	{ ignores: ['**/node_modules/', 'dist/', 'coverage/', '.demo/', '.versions/'] },
	{
		files: ['**/*.ts'],
		extends: [tseslint.configs.recommendedTypeChecked],
		...typed,
		rules: {
			'max-lines': ['error', { max: 200, skipBlankLines: true, skipComments: true }],
			'max-lines-per-function': ['error', { max: 45, skipBlankLines: true, skipComments: true }],
			complexity: ['error', 10],
			'@typescript-eslint/consistent-type-imports': 'error',
			'@typescript-eslint/switch-exhaustiveness-check': 'error',
		},
	},
	{
		files: ['test/**/*.ts'],
		rules: { 'max-lines-per-function': 'off' },
	},
	{
		files: ['package.json', 'nodes/**/*.ts', 'credentials/**/*.ts'],
		extends: [n8nCommunityNodesPlugin.configs.recommended],
		rules: { 'max-lines-per-function': ['error', 40] },
	},
	{
		files: ['package.json'],
		languageOptions: { parser: tseslint.parser, parserOptions: { extraFileExtensions: ['.json'] } },
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		rules: n8nNodesBase.configs.community.rules,
	},
	{
		files: ['nodes/**/*.ts'],
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		rules: {
			...n8nNodesBase.configs.nodes.rules,
			// They ask for the literal 'main', which @n8n/community-nodes/node-connection-type-literal forbids.
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-inputs-wrong-trigger-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
		},
	},
	{
		files: ['credentials/**/*.ts'],
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		rules: {
			...n8nNodesBase.configs.credentials.rules,
			// Meant for n8n's own repository; it contradicts cred-class-field-documentation-url-not-http-url.
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
		},
	},
	...LAYERS.map(([layer, above]) => ({
		files: [`nodes/Collab/${layer}/**/*.ts`],
		rules: imports({
			regex: `^(\\.\\./)+(?:${above})(?:/|$)`,
			message: 'Imports go in one direction: actions, trigger -> fields -> client -> core.',
		}),
	})),
	{
		// The pure core: what it decides, it decides from its arguments alone.
		files: ['nodes/Collab/core/**/*.ts'],
		rules: {
			...imports(OWN_FILES, notFrom(ABOVE)),
			'no-restricted-globals': ['error', 'setTimeout', 'setInterval', 'fetch', 'process'],
			'no-restricted-properties': [
				'error',
				{ object: 'Date', property: 'now' },
				{ object: 'Math', property: 'random' },
			],
		},
	},
	{
		files: ['nodes/Collab/core/*.ts'],
		rules: imports(SIBLINGS, notFrom(ABOVE)),
	},
	{
		files: ['nodes/Collab/core/messages/**/*.ts'],
		rules: imports(OWN_FILES),
	},
	...FOLDERS.map((folder, index) => ({
		files: [`nodes/Collab/core/${folder}/**/*.ts`],
		rules: imports(OWN_FILES, notFrom(ABOVE.slice(index + 1))),
	})),
);
