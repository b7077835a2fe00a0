/** Sentences and types that several texts share. */
import type { ErrorData } from '../errors';

/**
 * Who reads it: the person whose workflow lists or revokes, a model that uses the node as a tool, the person whose
 * trigger polls, and the one who sets a trigger up (fetches a test event or publishes), for whom there is no next poll.
 */
export type Audience = 'run' | 'tool' | 'trigger' | 'setup';

/** As n8n shows it: a heading, and a text below. */
export type Shown = readonly [message: string, description: string];

/** The first sentence of each says what happened, the others what to do. */
export type Texts<Key extends string> = Readonly<
	Record<Key, string | ((data: ErrorData, audience: Audience) => string)>
>;

export const CHECK_BASE_URL =
	"Check the 'Base URL' in the credential: it is the address of the REST API and ends in /v1.";
export const CHECK_CLIENT =
	"Check the 'Authorization Server URL', the 'Client ID' and the 'Client Secret' in the credential.";
export const NOT_AS_SPECIFIED =
	"If it is right, the service does not follow its specification: inform the service's operator.";
export const ASK_OPERATOR =
	'If it lasts, ask the operator of the service, or of a proxy between n8n and the service.';
export const OR_PROXY = 'The answer may also come from a proxy between n8n and the service.';

export const later = (audience: Audience) =>
	audience === 'trigger' ? 'The next poll tries again.' : 'Try again later.';

export const statusOf = ({ httpStatus }: ErrorData) =>
	httpStatus === undefined ? '' : ` (status ${httpStatus})`;

export const numeral = (value: number) => value.toLocaleString('en-US');
