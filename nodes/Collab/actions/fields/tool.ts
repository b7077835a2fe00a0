/**
 * The variant of the node that n8n makes for AI agents: the same code and fields, under the type `collabTool`. In the
 * display options of a field, `@tool` stands for the variant.
 */
import type { IExecuteFunctions, INodeProperties, NodeParameterValueType } from 'n8n-workflow';

/**
 * The most that a tool does, whatever is asked: a model does not know what a run costs, can take in only so much, and
 * the programs that call tools often give up after a minute.
 */
export const MOST_FOR_TOOLS = {
	projects: 100,
	concurrentRequests: 4,
	retryWaitMs: 30_000,
	timeoutMs: 30_000,
} as const;

const PROJECTS_WITHOUT_LIMIT = 20;

export const isToolRun = (context: IExecuteFunctions) => context.getNode().type.endsWith('Tool');

/** What the model fills in when it uses the tool; it may leave it out. Neither text may hold a quotation mark. */
const argument = (name: string, description: string, type = 'string', unset = "''") =>
	`$fromAI('${name}', '${description}', '${type}', ${unset})`;

const expressions = (codes: Readonly<Record<string, string>>) =>
	Object.fromEntries(Object.entries(codes).map(([name, code]) => [name, `={{ ${code} }}`]));

const FILTERS = expressions({
	nameContains: argument(
		'name_contains',
		'Only projects with this text in their name, upper or lower case. Empty for all.',
	),
	overdue: `${argument(
		'only_overdue',
		'true for only projects past their end date that are neither complete nor archived',
		'boolean',
		'false',
	)} ? 'only' : ''`,
	ownerIds: argument(
		'owner_ids',
		'Only projects of these owners: user IDs such as usr_0001, separated by commas. Empty for all.',
	),
	updatedAfter: argument(
		'updated_after',
		'Only projects that changed after this ISO 8601 date or time. Empty for all.',
	),
});

type Defaults = Readonly<Record<string, NodeParameterValueType>>;

/** By field name: what a new tool begins with. */
export const SUMMARY_DEFAULTS: Defaults = {
	...expressions({ status: argument('status', 'all, active or archived', 'string', "'all'") }),
	filters: FILTERS,
};
export const LIST_DEFAULTS: Defaults = {
	...SUMMARY_DEFAULTS,
	...expressions({
		limit: argument(
			'limit',
			`How many projects to return at most, 1 to ${MOST_FOR_TOOLS.projects}`,
			'number',
			String(PROJECTS_WITHOUT_LIMIT),
		),
	}),
	addComputedFields: true,
};

/** The fields, and once more those with another default in a tool, each shown in its variant only. */
export function withToolDefaults(
	fields: readonly INodeProperties[],
	defaults: Defaults,
): INodeProperties[] {
	return fields.flatMap((field) => {
		const { [field.name]: toolDefault } = defaults;
		if (toolDefault === undefined) return [field];
		const { show } = field.displayOptions ?? {};
		return [
			{ ...field, displayOptions: { ...(show && { show }), hide: { '@tool': [true] } } },
			// First: n8n shows a field as soon as another that it depends on holds an expression.
			{ ...field, default: toolDefault, displayOptions: { show: { '@tool': [true], ...show } } },
		];
	});
}

/**
 * What the model reads of the tool, besides its arguments. Without a field of this name n8n makes the description of
 * the operation alone ("List projects in Collab"). Some models accept at most 1,024 characters.
 */
export function toolDescription(text: string): INodeProperties[] {
	return [
		{
			displayName: `As a tool, this node returns at most ${MOST_FOR_TOOLS.projects} projects, waits at most ${MOST_FOR_TOOLS.retryWaitMs / 1000} seconds before retries and as long for each answer, and sends at most ${MOST_FOR_TOOLS.concurrentRequests} requests at once, whatever is set below. The model fills in the values made by $fromAI.`,
			name: 'toolNotice',
			type: 'notice',
			default: '',
			displayOptions: { show: { '@tool': [true] } },
		},
		{
			displayName: 'Description',
			name: 'toolDescription',
			type: 'string',
			typeOptions: { rows: 5 },
			default: text,
			description: 'What the model reads to decide when and how to use this tool',
			builderHint: { propertyHint: 'Leave it out: the node describes itself to the model' },
			displayOptions: { show: { '@tool': [true] } },
		},
	];
}
