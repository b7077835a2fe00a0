import { invalidParameter } from '../../nodes/Collab/core/errors';
import { messageOf } from '../../nodes/Collab/core/messages';

it.each([
	['many', "'many'"],
	[['a', 1], '["a",1]'],
	[undefined, 'not set'],
	[0.5, '0.5'],
	['x'.repeat(60), `'${'x'.repeat(50)}…'`],
])('a parameter that is %j is shown as it was entered', (value, shown) => {
	const [, description] = messageOf(invalidParameter('Limit', 'a number', value));
	expect(description).toMatch(/^It must be a number\. It is /);
	expect(description).toContain(` It is ${shown}. `);
});
