import { bareKey, toApiKey } from '../../../nodes/Collab/core/requests/credential';
import { messageOf } from '../../../nodes/Collab/core/messages';
import { errorIn } from '../errorIn';

it.each([
	...['collab_key', ' collab_key\n', 'collab_key\u00a0', '\ufeffcollab_key\u200b', '"collab_key"'],
	...['Bearer collab_key', 'X-API-Key: collab_key', 'x-api-key:"collab_key"', "'collab_key',"],
	...['Authorization: Bearer collab_key', 'bearer  "collab_key"', '`collab_key`;'],
])('%j is sent as the key alone', (entered) => {
	expect([bareKey(entered), toApiKey(entered)]).toEqual(['collab_key', 'collab_key']);
});

it.each(['', 'bearer', 'authorization', 'Bearer_1', 'x-api-key-1', 'a b', 'a=', 'a"b', '=='])(
	'%j may be a key',
	(entered) => expect(toApiKey(entered)).toBe(entered),
);

it.each(['collab…', 'collab_...', 'coll***key', '••••', 'collab\nkey', 'collab\u200bkey', 'clé'])(
	'%j is none, and the text does not show it',
	(entered) => {
		const error = errorIn(() => toApiKey(entered));
		const [message, description] = messageOf(error);
		expect(message).toMatch(/'API Key' in the credential has characters that no key has/);
		expect(`${message} ${description} ${error.message}`).not.toContain(entered);
	},
);
