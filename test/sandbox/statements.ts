import type { InterfaceDocument } from '../../dev/sandbox/contract/document';

type Json = Readonly<Record<string, unknown>>;

interface Statements {
	/** Without a mark. */
	readonly specified: ReadonlySet<string>;
	/** With its mark: where it comes from, or `keyword` for a keyword of a schema. */
	readonly added: ReadonlyMap<string, string>;
}

/** What a schema says beyond the type of a value; `required` is met with its object. */
const KEYWORDS = [
	'default',
	'minimum',
	'maximum',
	'minLength',
	'maxItems',
	'enum',
	'const',
	'pattern',
];
const OF_OBJECTS = ['required', 'additionalProperties', 'maxProperties'];
/** What it takes to speak of a grant type at all. */
const isCondition = (name: string) => name === 'if';

/** Every parameter, form field, answer, header and field of the document, and the keywords of their schemas. */
export function statementsIn(document: InterfaceDocument): Statements {
	const specified = new Set<string>();
	const added = new Map<string, string>();

	function note(statement: string, value: Json, inherited?: string): string | undefined {
		const mark = inherited ?? textOf(value['x-addition']);
		if (mark === undefined) specified.add(statement);
		else added.set(statement, mark);
		return mark;
	}

	function noteKeywords(statement: string, schema: Json, names: string[], mark?: string): void {
		const marked = (schema['x-added'] ?? []) as string[];
		for (const name of names.filter((keyword) => keyword in schema)) {
			if (mark === undefined && !marked.includes(name)) specified.add(`${statement} ${name}`);
			else added.set(`${statement} ${name}`, mark ?? 'keyword');
		}
	}

	function visitSchema(owner: string, schema: Json, inherited?: string): void {
		const mark = inherited ?? textOf(schema['x-addition']);
		noteKeywords(owner, schema, OF_OBJECTS, mark);
		for (const [name, field] of entriesOf(schema['properties'])) {
			const fieldMark = note(`${owner} .${name}`, field, mark);
			noteKeywords(`${owner} .${name}`, field, KEYWORDS, fieldMark);
			if ('properties' in field) visitSchema(`${owner} .${name}`, field, fieldMark);
		}
		for (const part of (schema['allOf'] ?? []) as Json[]) {
			for (const [name, branch] of Object.entries(part)) {
				if (!isCondition(name)) visitFields(owner, branch as Json, mark);
			}
		}
	}

	/** Of one grant type: what it requires follows from the table of its form. */
	function visitFields(owner: string, schema: Json, mark?: string): void {
		for (const [name, field] of entriesOf(schema['properties']))
			note(`${owner} .${name}`, field, mark);
	}

	function visitParameter(operation: string, parameter: Json): void {
		const statement = `${operation} ?${String(parameter['name'])}`;
		const mark = note(statement, parameter);
		noteKeywords(statement, parameter['schema'] as Json, KEYWORDS, mark);
	}

	function visitAnswer(operation: string, status: string, answer: Json): void {
		const mark = note(`${operation} ${status}`, answer);
		for (const [name, header] of entriesOf(answer['headers'])) {
			note(`${operation} ${status} ${name}`, header, mark);
		}
	}

	for (const [path, methods] of entriesOf(document.paths)) {
		for (const [method, operation] of entriesOf(methods)) {
			const title = `${method.toUpperCase()} ${path}`;
			for (const parameter of (operation['parameters'] ?? []) as Json[])
				visitParameter(title, parameter);
			for (const [status, answer] of entriesOf(operation['responses']))
				visitAnswer(title, status, answer);
			const form = formOf(operation);
			if (form && !('$ref' in form)) visitSchema(title, form);
		}
	}
	const { schemas } = document.components as unknown as { schemas: Json };
	for (const [name, schema] of entriesOf(schemas)) visitSchema(name, schema);
	return { specified, added };
}

function formOf(operation: Json): Json | undefined {
	const { content } = (operation['requestBody'] ?? {}) as {
		content?: Record<string, { schema: Json }>;
	};
	return content?.['application/x-www-form-urlencoded']?.schema;
}

const entriesOf = (value: unknown) => Object.entries((value ?? {}) as Record<string, Json>);

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
