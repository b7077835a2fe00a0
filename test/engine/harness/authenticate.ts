import { type ICredentialDataDecryptedObject, type IHttpRequestOptions } from 'n8n-workflow';
import { credentialType } from './credentialTypes';

/** Lets the credential type sign a request, as n8n does. */
export async function authenticate(
	credentials: ICredentialDataDecryptedObject,
	typeName: string,
	request: IHttpRequestOptions,
): Promise<IHttpRequestOptions> {
	const { authenticate: sign } = credentialType(typeName);
	if (sign !== undefined && typeof sign !== 'function') {
		throw new Error(`"${typeName}" signs by expressions, which this harness does not evaluate`);
	}
	return sign ? await sign(credentials, request) : request;
}
