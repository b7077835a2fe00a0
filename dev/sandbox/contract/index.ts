import Ajv2020 from 'ajv/dist/2020';
import type { ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { readDocument, responseOf } from './document';

/** Why something does not agree with the interface; empty when it does. */
export type Disagreements = readonly string[];

export interface Answer {
	readonly path: string;
	readonly method: string;
	readonly status: number;
	/** As it came, without parameters; JSON unless given. */
	readonly mediaType?: string;
	readonly body: unknown;
}

const document = readDocument();
const validators = new Map<object, ValidateFunction>();
const strictAjv = createAjv(false);
// What is sent in a query or a form is text: "20" is the number 20 there.
const textAjv = createAjv(true);

/** Checks the query of GET /v1/projects; parameters that the interface does not know are not allowed. */
export function validateListRequest(query: Readonly<Record<string, unknown>>): Disagreements {
	return check(textAjv, listQuerySchema, { ...query });
}

/** Checks the form of POST /oauth/token or POST /oauth/revoke. */
export function validateForm(path: string, form: Readonly<Record<string, unknown>>): Disagreements {
	const content = document.paths[path]?.['post']?.requestBody?.content;
	const schema = content?.['application/x-www-form-urlencoded']?.schema;
	if (!schema) return [`The interface has no form at ${path}`];
	return check(textAjv, schema, { ...form });
}

export function validateAnswer(answer: Answer): Disagreements {
	const { path, method, status, mediaType = 'application/json', body } = answer;
	const response = responseOf(document, answer);
	if (!response) return [`The interface knows no status ${status} for ${method} ${path}`];
	const schema = response.content?.[mediaType]?.schema;
	if (!schema) return [`The interface knows no ${mediaType} for status ${status}`];
	return check(strictAjv, schema, body);
}

const listQuerySchema = {
	type: 'object',
	additionalProperties: false,
	properties: Object.fromEntries(
		(document.paths['/v1/projects']?.['get']?.parameters ?? []).map(({ name, schema }) => [
			name,
			schema,
		]),
	),
};

function createAjv(coerceTypes: boolean): Ajv2020 {
	const ajv = new Ajv2020({ allErrors: true, coerceTypes, strict: false });
	addFormats(ajv);
	return ajv.addSchema({ $id: 'openapi', ...document });
}

function check(ajv: Ajv2020, schema: object, value: unknown): Disagreements {
	const validate = validators.get(schema) ?? ajv.compile(withDocument(schema));
	validators.set(schema, validate);
	if (validate(value)) return [];
	return (validate.errors ?? []).map(({ instancePath, message }) =>
		`${instancePath} ${message}`.trim(),
	);
}

/** References in the document are relative to it, wherever a part of it is used. */
function withDocument(schema: object): object {
	return JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi#/')) as object;
}
