import { NodeHelpers, type INodeParameters, type INodePropertyOptions } from 'n8n-workflow';
import { Collab } from '../../../nodes/Collab/Collab.node';
import { asSomebody } from '../harness/asSomebody';
import { runCollab } from '../harness/runCollab';
import { answer, scriptedServers } from '../harness/scriptedServer';
import { dataFor } from '../harness/secretData';
import { CONFIRMED, revokeWith } from './revoking';

const serve = scriptedServers();

describe('without a clear will nothing is sent:', () => {
	const neverAsked = async () => await serve((response) => answer(response, 200));

	it.each<[string, INodeParameters, RegExp]>([
		['not confirmed', { confirmRevocation: false }, /Nothing was revoked: the confirmation is off/],
		['"yes" is no confirmation', { confirmRevocation: '={{ "yes" }}' }, /confirmation is off/],
		['an unknown choice', { tokens: '={{ "all" }}' }, /'Tokens'/],
	])('%s', async (_what, parameters, message) => {
		const service = await neverAsked();
		const { error } = await revokeWith(dataFor(service).collabOAuth2Api, parameters);
		expect(error?.message).toMatch(message);
		expect(service.requests).toEqual([]);
	});

	it('an API key', async () => {
		const service = await neverAsked();
		const { error } = await runCollab(
			asSomebody({ baseUrl: service.baseUrl, apiKey: 'secret-key' }, CONFIRMED),
		);
		expect(error?.message).toMatch(/only OAuth2 credentials hold tokens/);
		expect(error?.description).toMatch(/developer console/);
		expect(service.requests).toEqual([]);
	});

	it('an AI tool, whatever a workflow says', async () => {
		const service = await neverAsked();
		const data = dataFor(service).collabOAuth2Api;
		const { error } = await revokeWith(data, {}, 'n8n-nodes-collab.collabTool');
		expect(error?.message).toMatch(/not for AI tools/);
		expect(service.requests).toEqual([]);
	});

	it.each([
		['connected', {}, { tokens: 'both' }, /holds no token/],
		[
			'given a refresh token',
			{ access_token: 'a' },
			{ tokens: 'refreshToken' },
			/no refresh token/,
		],
	])('never %s', async (_what, oauthTokenData, parameters, message) => {
		const service = await neverAsked();
		const data = { ...dataFor(service).collabOAuth2Api, oauthTokenData };
		const { error } = await revokeWith(data, parameters);
		expect(error?.message).toMatch(message);
		expect(service.requests).toEqual([]);
	});

	it('an unprotected address', async () => {
		const service = await neverAsked();
		const data = dataFor(service).collabOAuth2Api;
		const { error } = await revokeWith({ ...data, authServerUrl: 'http://auth.example.com' });
		expect(error?.message).toMatch(/Authorization Server URL.*http:\/\//);
	});
});

describe('in the editor', () => {
	const { description } = new Collab();
	const resource = description.properties.find(({ name }) => name === 'resource');
	const offered = (authentication: string, name: string) =>
		(resource?.options as INodePropertyOptions[])
			.filter((option) =>
				NodeHelpers.displayParameter({ authentication }, option as never, null, {
					...description,
					name,
				}),
			)
			.map(({ value }) => value);

	it('it is offered with OAuth2, and to people only', () => {
		expect(offered('oAuth2', 'collab')).toEqual(['authorization', 'project']);
		expect(offered('apiKey', 'collab')).toEqual(['project']);
		expect(offered('oAuth2', 'collabTool')).toEqual(['project']);
	});

	it('no expression, and so no model, can give the confirmation', () => {
		const confirmation = description.properties.find(({ name }) => name === 'confirmRevocation');
		expect(confirmation).toMatchObject({ default: false, noDataExpression: true });
	});
});
