/** The OpenAPI document of the service's interface, and what agrees with it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import type { Sandbox } from '../dev/sandbox';

const FILE = join(__dirname, '..', 'dev', 'sandbox', 'openapi.yaml');
const document = parse(readFileSync(FILE, 'utf8')) as object;

const strictAjv = createAjv(false);
// Queries and forms hold text: "20" is the number 20 there.
const textAjv = createAjv(true);

/** What stands at that place of the document, or where a reference on the way leads. */
function at(...path: string[]): object | undefined {
	let found: unknown = document;
	for (const name of path) {
		found = Reflect.get(Object(found), name);
		const { $ref } = Object(found) as { $ref?: string };
		if ($ref) found = at(...$ref.split('/').slice(1));
	}
	return found as object | undefined;
}

/** Why the query of GET /v1/projects does not agree; parameters that the interface does not know are not allowed. */
function validateListRequest(query: Readonly<Record<string, unknown>>): string[] {
	type Parameters = ReadonlyArray<{ readonly name: string; readonly schema: object }>;
	const parameters = at('paths', '/v1/projects', 'get', 'parameters') as Parameters;
	const properties = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]));
	return check(textAjv, { type: 'object', additionalProperties: false, properties }, { ...query });
}

/** Lists ask only for what the interface has. */
export function expectRequestsOfInterface({ requests }: Pick<Sandbox, 'requests'>): void {
	for (const { method, path, query } of requests)
		if (path === '/v1/projects') expect([method, ...validateListRequest(query)]).toEqual(['GET']);
}

/** Why the form of POST /oauth/token or POST /oauth/revoke does not agree. */
export function validateForm(path: string, form: Readonly<Record<string, unknown>>): string[] {
	const body = ['paths', path, 'post', 'requestBody', 'content'];
	const schema = at(...body, 'application/x-www-form-urlencoded', 'schema');
	return check(textAjv, schema, { ...form });
}

/** Why an answer in JSON does not agree. */
export function validateAnswer(path: string, method: string, status: number, body: unknown) {
	const answer = ['paths', path, method.toLowerCase(), 'responses', String(status)];
	return check(strictAjv, at(...answer, 'content', 'application/json', 'schema'), body);
}

function createAjv(coerceTypes: boolean): Ajv2020 {
	const ajv = new Ajv2020({ allErrors: true, coerceTypes, strict: false });
	addFormats(ajv);
	return ajv;
}

function check(ajv: Ajv2020, schema: object | undefined, value: unknown): string[] {
	if (!schema) return ['The interface knows nothing of it'];
	// What it refers to stands in the document.
	const validate = ajv.compile({ ...document, ...schema });
	if (validate(value)) return [];
	return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
