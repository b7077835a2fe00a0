import { getAdditionalKeys } from 'n8n-core';
import {
	ICredentialsHelper,
	NodeHelpers,
	Workflow,
	type ICredentialDataDecryptedObject,
	type ICredentials,
	type ICredentialsExpressionResolveValues,
	type IExecuteData,
	type IHttpRequestOptions,
	type INode,
	type INodeCredentialsDetails,
	type INodeParameters,
	type IWorkflowExecuteAdditionalData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import {
	credentialProperties,
	credentialType,
	parentTypes,
	type CredentialName,
} from './credentialTypes';
import { nodeTypes } from './nodeTypes';

export type CredentialData = ICredentialDataDecryptedObject;

const bareNode: INode = {
	id: 'bare',
	name: 'Bare',
	type: 'n8n-nodes-base.noOp',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

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

	override getParentTypes = parentTypes;

	override getCredentialsProperties = credentialProperties;

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

	override isCredentialUsableByNode(): boolean {
		return true;
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
		const saved = this.saved(details);
		if (raw) return await Promise.resolve(saved);
		return this.resolve(additionalData, saved, type, mode, executeData, at);
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
		const values = NodeHelpers.getNodeParameters(
			fields,
			data as INodeParameters,
			true,
			false,
			null,
			null,
		) as INodeParameters;
		if (data.oauthTokenData !== undefined) {
			values.oauthTokenData = data.oauthTokenData as INodeParameters;
		}
		const keys = getAdditionalKeys(additionalData, mode, null, { isCredential: true });
		const { expression } = at?.workflow ?? bareWorkflow();
		const resolved = at
			? expression.getParameterValue(
					values,
					at.runExecutionData,
					at.runIndex,
					at.itemIndex,
					at.node.name,
					at.connectionInputData,
					mode,
					keys,
					executeData,
					false,
					values,
				)
			: expression.getComplexParameterValue(
					bareNode,
					values,
					mode,
					keys,
					undefined,
					undefined,
					values,
				);
		return resolved as CredentialData;
	}

	override async updateCredentialsOauthTokenData(
		details: INodeCredentialsDetails,
		_type: string,
		{ oauthTokenData }: CredentialData,
	): Promise<void> {
		const saved = { ...this.saved(details), oauthTokenData };
		await Promise.resolve(this.texts.set(details.id ?? '', JSON.stringify(saved)));
	}

	/** The package's credentials have no step before authentication; n8n asks for it all the same. */
	override async preAuthentication(): Promise<undefined> {
		return await Promise.resolve(undefined);
	}

	override async runPreAuthentication(): Promise<undefined> {
		return await this.preAuthentication();
	}

	override async getCredentials(): Promise<ICredentials> {
		return await Promise.reject(new Error('The engine asked for an encrypted credential'));
	}

	override async updateCredentials(): Promise<void> {
		await Promise.reject(new Error('The engine rewrote a whole credential'));
	}
}

const bareWorkflow = () =>
	new Workflow({ nodes: [bareNode], connections: {}, active: false, nodeTypes });
