import { getAdditionalKeys } from 'n8n-core';
import {
	ICredentialsHelper,
	NodeHelpers,
	type ICredentialDataDecryptedObject,
	type ICredentials,
	type ICredentialsExpressionResolveValues,
	type IExecuteData,
	type IHttpRequestOptions,
	type INodeCredentialsDetails,
	type INodeParameters,
	type IWorkflowExecuteAdditionalData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { credentialProperties, credentialType, nodeOf, workflowOf } from './engine';
import type { CredentialName } from './engine';

export type CredentialData = ICredentialDataDecryptedObject;

/** Credentials as n8n keeps them (as text, less the encryption) and as it hands them to a node. */
export class CredentialStore extends ICredentialsHelper {
	private readonly texts = new Map<string, string>();

	add(type: CredentialName, data: CredentialData): INodeCredentialsDetails {
		const id = `${type}-${this.texts.size + 1}`;
		this.texts.set(id, JSON.stringify(data));
		return { id, name: `My ${credentialType(type).displayName}` };
	}

	/** As a person does in the editor: the credential stays the same one. */
	change(details: INodeCredentialsDetails, data: CredentialData): void {
		this.texts.set(details.id ?? '', JSON.stringify({ ...this.saved(details), ...data }));
	}

	/** What is kept now, a refreshed token included. */
	saved({ id }: INodeCredentialsDetails): CredentialData {
		const text = this.texts.get(id ?? '');
		if (text === undefined) throw new Error(`No credential "${id}" in this engine`);
		return JSON.parse(text) as CredentialData;
	}

	override getParentTypes(name: string): string[] {
		const { extends: parents = [] } = credentialType(name);
		return parents.flatMap((parent) => [parent, ...this.getParentTypes(parent)]);
	}

	override getCredentialsProperties = credentialProperties;

	override isCredentialUsableByNode = () => true;

	/** Lets the credential type sign a request. */
	override async authenticate(
		credentials: CredentialData,
		typeName: string,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const { authenticate: sign } = credentialType(typeName);
		if (typeof sign !== 'function') throw new Error(`"${typeName}" does not sign by code`);
		return await sign(credentials, request);
	}

	override async getDecrypted(
		additionalData: IWorkflowExecuteAdditionalData,
		details: INodeCredentialsDetails,
		type: string,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		raw?: boolean,
		at?: ICredentialsExpressionResolveValues,
	): Promise<CredentialData> {
		const saved = await Promise.resolve(this.saved(details));
		return raw ? saved : this.resolve(additionalData, saved, type, mode, executeData, at);
	}

	/** Adds the defaults, then computes the fields that are expressions. */
	resolve(
		additionalData: IWorkflowExecuteAdditionalData,
		data: CredentialData,
		type: string,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		at?: ICredentialsExpressionResolveValues,
	): CredentialData {
		const fields = credentialProperties(type);
		const entered = data as INodeParameters;
		const values = NodeHelpers.getNodeParameters(fields, entered, true, false, null, null) ?? {};
		if (entered['oauthTokenData']) values['oauthTokenData'] = entered['oauthTokenData'];
		const node = nodeOf('Bare', 'n8n-nodes-base.noOp');
		const bare = { workflow: workflowOf([node]), node, runExecutionData: null };
		const nothing = { runIndex: 0, itemIndex: 0, connectionInputData: [] };
		const { workflow, ...where } = at ?? { ...bare, ...nothing };
		return workflow.expression.getParameterValue(
			values,
			where.runExecutionData,
			where.runIndex,
			where.itemIndex,
			where.node.name,
			where.connectionInputData,
			mode,
			getAdditionalKeys(additionalData, mode, null, { isCredential: true }),
			executeData,
			false,
			values,
		) as CredentialData;
	}

	override async updateCredentialsOauthTokenData(
		details: INodeCredentialsDetails,
		_type: string,
		{ oauthTokenData }: CredentialData,
	): Promise<void> {
		const data = { ...this.saved(details), oauthTokenData };
		await Promise.resolve(this.texts.set(details.id ?? '', JSON.stringify(data)));
	}

	/** The package's credentials have no step before authentication; n8n asks for it all the same. */
	override async preAuthentication(): Promise<undefined> {
		return await Promise.resolve(undefined);
	}

	override async runPreAuthentication(): Promise<undefined> {
		return await Promise.resolve(undefined);
	}

	override async getCredentials(): Promise<ICredentials> {
		return await Promise.reject(new Error('The engine asked for an encrypted credential'));
	}

	override async updateCredentials(): Promise<void> {
		await Promise.reject(new Error('The engine rewrote a whole credential'));
	}
}
