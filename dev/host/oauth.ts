import { Agent } from 'node:https';
import axios from 'axios';
import type { Credential } from './credentials';
import { request } from './request';
import type { Session } from './session';

/** Given the authorization page's address, gives consent; returns where the browser is sent then. */
export type Consent = (authorizationUrl: string) => Promise<string>;

/** What the editor hears from the callback page when the account is connected. */
const CONNECTED = "postMessage('success')";

/** What "Connect my account" in the editor does, without a browser. */
export async function connectOAuth2(
	session: Session,
	{ id, name }: Credential,
	consent: Consent,
): Promise<void> {
	const callbackUrl = await consent(await session.get<string>('/oauth2-credential/auth', { id }));
	const answer = await request(callbackUrl, { headers: { Cookie: session.cookie } });
	const page = await answer.text();
	if (page.includes(CONNECTED)) return;
	const reason = /<h4>(.*?)<\/h4>/s.exec(page)?.[1] ?? 'no reason given';
	throw new Error(`"${name}" could not be connected: ${reason}`);
}

/**
 * Presses "Allow" on the sandbox's consent page, as a browser does it.
 *
 * @param ca PEM of the authority to trust over https; Node's `fetch` takes none
 */
export function consentAtSandbox(ca?: string): Consent {
	return async (authorizationUrl) => {
		const { origin, pathname, searchParams } = new URL(authorizationUrl);
		searchParams.set('allowed', 'true');
		const { status, headers } = await axios.post(origin + pathname, searchParams, {
			headers: { Origin: origin },
			httpsAgent: new Agent({ ca }),
			maxRedirects: 0,
			proxy: false,
			validateStatus: null,
		});
		const location: unknown = headers['location'];
		if (typeof location === 'string') return location;
		throw new Error(`The consent page answered ${status}`);
	};
}
