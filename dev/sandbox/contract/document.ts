import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

interface Reference {
	readonly $ref?: string;
}

export interface Parameter {
	readonly name: string;
	readonly schema: object;
	readonly required?: boolean;
}

interface Content {
	readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}

interface Operation {
	readonly parameters?: readonly Parameter[];
	readonly requestBody?: Content;
	readonly responses: Readonly<Record<string, Content & Reference>>;
}

export interface InterfaceDocument {
	readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
	readonly components: { readonly responses: Readonly<Record<string, Content>> };
}

/** The OpenAPI document of the interface, as it stands in the file. */
export function readDocument(): InterfaceDocument {
	const text = readFileSync(join(__dirname, '..', 'openapi.yaml'), 'utf8');
	return parse(text) as InterfaceDocument;
}

/** What the document says about an answer; undefined when it does not foresee such an answer. */
export function responseOf(
	document: InterfaceDocument,
	{ path, method, status }: { path: string; method: string; status: number },
): Content | undefined {
	const response = document.paths[path]?.[method.toLowerCase()]?.responses[status];
	if (response?.$ref === undefined) return response;
	return document.components.responses[response.$ref.split('/').at(-1) ?? ''];
}
