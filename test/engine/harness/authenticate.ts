import {
	UnexpectedError,
	isExpression,
	type ICredentialDataDecryptedObject,
	type IHttpRequestOptions,
	type INode,
	type IRequestOptionsSimplified,
	type Workflow,
} from 'n8n-workflow';
import { credentialType } from './credentialTypes';

type Part = 'headers' | 'qs' | 'body' | 'auth';

/** Puts what a credential type declares under `authenticate` into a request, as n8n does. */
export async function authenticate(
	credentials: ICredentialDataDecryptedObject,
	typeName: string,
	request: IHttpRequestOptions | IRequestOptionsSimplified,
	workflow?: Workflow,
	node?: INode,
): Promise<IHttpRequestOptions> {
	const signed = request as IHttpRequestOptions;
	const rule = credentialType(typeName).authenticate;
	if (typeof rule === 'function') return await rule(credentials, signed);
	if (rule === undefined) return signed;
	if (!workflow || !node) throw new UnexpectedError('An expression needs a workflow and a node');

	const resolve = (text: string): string => {
		if (!isExpression(text)) return text;
		const keys = { $credentials: credentials };
		const value = workflow.expression.getSimpleParameterValue(node, text, 'internal', keys);
		return String(value ?? '');
	};
	for (const [part, fields] of Object.entries(rule.properties)) {
		const resolved = Object.entries(fields as Record<string, string>).map(
			([name, value]) => [resolve(name), resolve(value)] as const,
		);
		Object.assign((signed[part as Part] ??= {} as never), Object.fromEntries(resolved));
	}
	return signed;
}
