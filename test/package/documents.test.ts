import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import { fields as listFields } from '../../nodes/Collab/actions/project/list.operation';
import { triggerFields } from '../../nodes/Collab/trigger/fields';
import { CollabError, type ErrorKind, type NetworkReason } from '../../nodes/Collab/core/errors';
import { messageOf } from '../../nodes/Collab/core/messages';
import { read } from './repository';

describe('docs/troubleshooting.md', () => {
	const errors = read('nodes/Collab/core/errors.ts');
	const [, kindsIn = '', others = ''] = /type ErrorKind =([^;]+);([^]*)/.exec(errors) ?? [];
	const [kinds = [], reasons = []] = [kindsIn, others].map((part) =>
		[...part.matchAll(/[|=] '([a-zA-Z\d]+)'/g)].map(([, name]) => name),
	);
	const token = 'access_token' as const;
	const messages = kinds.flatMap((kind) =>
		reasons.flatMap((reason) =>
			[{}, { httpStatus: 503 }, { isOfAuthServer: true }, { token }].map((more) => {
				const data = { label: 'Base URL', reason: reason as NetworkReason, ...more };
				return messageOf(new CollabError(kind as ErrorKind, data)).message;
			}),
		),
	);
	/** "…" stands for any text. */
	const documented = [...read('docs/troubleshooting.md').matchAll(/\*\*([^*]+)\*\*/g)].map(
		([, message = '']) => message,
	);
	const isOf = (shown: string, message: string) => {
		const parts = shown.split('…').map((part) => part.trim().replace(/[.*+?^$()|[\]]/g, '\\$&'));
		return new RegExp(`^${parts.join('.*')}`).test(message);
	};

	it('explains each message that a person can meet', () => {
		expect(messages.length).toBeGreaterThan(100);
		const ofService = (message: string) => message.replaceAll('authorization server', 'service');
		const missing = messages.filter(
			(message) => !documented.some((one) => isOf(one, message) || isOf(one, ofService(message))),
		);
		expect([...new Set(missing)]).toEqual([]);
	});
});

/** A field, or one of a collection, with the label under which the panel shows it. */
const labelsOf = ({ displayName, type, options = [] }: INodeProperties): string[] => {
	if (type === 'notice' || type === 'hidden') return [];
	const isCollection = type === 'collection' || type === 'fixedCollection';
	const inner = isCollection ? (options as Array<INodeProperties | INodePropertyCollection>) : [];
	return [displayName, ...inner.map((option) => option.displayName)];
};

describe.each([
	['docs/list.md', listFields],
	['docs/trigger.md', triggerFields],
])('%s', (page, fields) => {
	const shown = fields.filter(({ displayOptions }) => !displayOptions?.show?.['@tool']);
	const text = `${read(page)}${read('docs/list.md')}`;

	it('explains each field of the panel', () => {
		const labels = [...new Set(shown.flatMap(labelsOf))];
		expect(labels.length).toBeGreaterThan(8);
		expect(labels.filter((label) => !text.includes(label))).toEqual([]);
	});
});
