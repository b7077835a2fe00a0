import { thatFit } from '../../nodes/Collab/fields/tool';

/** n8n counts the tokens of what an agent reads: a name of 20 kB without a space stops it for minutes. */
it.each(['"'.repeat(4_000), '例'.repeat(1_000), '\u2002\u2003'.repeat(900), '😀'.repeat(999)])(
	'a model gets no long text without a space, and nothing else is changed',
	(name) => {
		const description = 'Some words. '.repeat(100);
		const [shown] = thatFit([{ name, more: { text: [name] }, description }], '');
		expect(shown).toMatchObject({ description, more: { text: [shown?.name] } });
		expect(shown?.name).not.toMatch(/\S{201}|\s{2}/u);
		expect(shown?.name.replaceAll(' ', '')).toBe(name.trim());
	},
);
