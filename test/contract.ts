/** The OpenAPI document of the service's interface, and what agrees with it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';

interface Content {
	readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}

interface Operation {
	readonly parameters?: ReadonlyArray<{ readonly name: string; readonly schema: object }>;
	readonly requestBody?: Content;
	readonly responses: Readonly<Record<string, Content & { readonly $ref?: string }>>;
}

interface InterfaceDocument {
	readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
	readonly components: { readonly responses: Readonly<Record<string, Content>> };
}

const FILE = join(__dirname, '..', 'dev', 'sandbox', 'openapi.yaml');

export const document = parse(readFileSync(FILE, 'utf8')) as InterfaceDocument;

const strictAjv = createAjv(false);
// Queries and forms hold text: "20" is the number 20 there.
const textAjv = createAjv(true);

/** Why the query of GET /v1/projects does not agree; parameters that the interface does not know are not allowed. */
export function validateListRequest(query: Readonly<Record<string, unknown>>): string[] {
	const parameters = document.paths['/v1/projects']?.['get']?.parameters ?? [];
	const properties = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]));
	return check(textAjv, { type: 'object', additionalProperties: false, properties }, { ...query });
}

/** Why the form of POST /oauth/token or POST /oauth/revoke does not agree. */
export function validateForm(path: string, form: Readonly<Record<string, unknown>>): string[] {
	const content = document.paths[path]?.['post']?.requestBody?.content;
	const schema = content?.['application/x-www-form-urlencoded']?.schema;
	return schema ? check(textAjv, schema, { ...form }) : [`The interface has no form at ${path}`];
}

/** Why an answer in JSON does not agree. */
export function validateAnswer(path: string, method: string, status: number, body: unknown) {
	const schema = answerAt(path, method, status)?.content?.['application/json']?.schema;
	if (schema) return check(strictAjv, schema, body);
	return [`The interface knows no status ${status} for ${method} ${path}`];
}

function answerAt(path: string, method: string, status: number): Content | undefined {
	const answer = document.paths[path]?.[method.toLowerCase()]?.responses[status];
	const name = answer?.$ref?.split('/').at(-1);
	return name === undefined ? answer : document.components.responses[name];
}

function createAjv(coerceTypes: boolean): Ajv2020 {
	const ajv = new Ajv2020({ allErrors: true, coerceTypes, strict: false });
	addFormats(ajv);
	return ajv.addSchema({ $id: 'openapi', ...document });
}

function check(ajv: Ajv2020, schema: object, value: unknown): string[] {
	// References in the document are relative to it, wherever a part of it is used.
	const text = JSON.stringify(schema).replaceAll('"#/', '"openapi#/');
	const validate = ajv.compile(JSON.parse(text) as object);
	if (validate(value)) return [];
	return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
