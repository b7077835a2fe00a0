import type { Credential } from './credentials';
import type { Session } from './session';

/** Given the authorization page's address, gives consent; returns where the browser is sent then. */
export type Consent = (authorizationUrl: string) => Promise<string>;

/** What the editor hears from the callback page when the account is connected. */
const CONNECTED = "postMessage('success')";

/** What "Connect my account" in the editor does, without a browser. */
export async function connectOAuth2(
	session: Session,
	credential: Credential,
	consent: Consent = consentAtSandbox,
): Promise<void> {
	const authorizationUrl = await session.get<string>('/oauth2-credential/auth', {
		id: credential.id,
	});
	const callbackUrl = await consent(authorizationUrl);
	const answer = await fetch(callbackUrl, { headers: { Cookie: session.cookie } });
	const page = await answer.text();
	if (page.includes(CONNECTED)) return;
	const reason = /<h4>(.*?)<\/h4>/s.exec(page)?.[1] ?? 'no reason given';
	throw new Error(`"${credential.name}" could not be connected: ${reason}`);
}

/** Presses "Allow" on the sandbox's consent page. */
export async function consentAtSandbox(authorizationUrl: string): Promise<string> {
	const page = new URL(authorizationUrl);
	const form = new URLSearchParams(page.searchParams);
	form.set('allowed', 'true');
	page.search = '';
	const answer = await fetch(page, { method: 'POST', body: form, redirect: 'manual' });
	const callbackUrl = answer.headers.get('location');
	if (callbackUrl === null) throw new Error(`The consent page answered ${answer.status}`);
	return callbackUrl;
}
