import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { CollabError } from '../core/errors';
import {
	nextSteps,
	revocationFailed,
	type TokenKind,
	tokensToRevoke,
} from '../core/requests/revocation';
import type { Waits } from '../core/requests/limiter';
import { toCollabError } from '../client/failures';
import {
	readAuthentication,
	readRequestOptions,
	readTokenChoice,
	type Read,
} from '../parameters/read';
import { connectForRevocation } from '../client/revocationTransport';

/** "Revoke Access" for one input item: tokens of the node's own credential become worthless. */
export async function revokeAccess(
	context: IExecuteFunctions,
	itemIndex: number,
	waits: Waits,
): Promise<INodeExecutionData[]> {
	const read: Read = (name) => context.getNodeParameter(name, itemIndex);
	refuseUnlessIntended(context, read);
	const choice = readTokenChoice(read);
	const { held, revoke } = await connectForRevocation(context, readRequestOptions(read), waits);
	const revoked: TokenKind[] = [];
	for (const kind of tokensToRevoke(choice, held)) {
		try {
			await revoke(kind);
		} catch (error) {
			throw revocationFailed(toCollabError(error, Date.now()), kind, revoked);
		}
		revoked.push(kind);
	}
	const json = {
		revoked,
		revoked_at: new Date().toISOString(),
		next_steps: nextSteps(revoked, held),
	};
	return [{ json, pairedItem: { item: itemIndex } }];
}

function refuseUnlessIntended(context: IExecuteFunctions, read: Read): void {
	if (context.getNode().type.endsWith('Tool')) {
		throw nothingRevoked(
			'this operation is not for AI tools',
			'Use the Collab node in a workflow that a person runs.',
		);
	}
	if (readAuthentication(read) !== 'oAuth2') {
		throw nothingRevoked(
			'only OAuth2 credentials hold tokens',
			"Set Authentication to OAuth2. API keys are revoked in the service's developer console.",
		);
	}
	if (read('confirmRevocation') !== true) {
		throw nothingRevoked(
			'the confirmation is off',
			'Turn on Confirm Revocation once you know that every workflow using this credential stops until it is connected again.',
		);
	}
}

function nothingRevoked(reason: string, advice: string): CollabError {
	return new CollabError('parameterRefused', `Nothing was revoked: ${reason}`, advice);
}
