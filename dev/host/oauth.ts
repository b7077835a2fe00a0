import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
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
	credential: Credential,
	consent: Consent,
): Promise<void> {
	const authorizationUrl = await session.get<string>('/oauth2-credential/auth', {
		id: credential.id,
	});
	const callbackUrl = await consent(authorizationUrl);
	const answer = await request(callbackUrl, { headers: { Cookie: session.cookie } });
	const page = await answer.text();
	if (page.includes(CONNECTED)) return;
	const reason = /<h4>(.*?)<\/h4>/s.exec(page)?.[1] ?? 'no reason given';
	throw new Error(`"${credential.name}" could not be connected: ${reason}`);
}

/**
 * Presses "Allow" on the sandbox's consent page, as a browser does it.
 *
 * @param certificateAuthority PEM of the authority to trust over https; Node's `fetch` takes none
 */
export function consentAtSandbox(certificateAuthority?: string): Consent {
	return async (authorizationUrl) => {
		const page = new URL(authorizationUrl);
		const form = new URLSearchParams(page.searchParams);
		form.set('allowed', 'true');
		page.search = '';
		const { status, location } = await postForm(page, form, certificateAuthority);
		if (location === undefined) throw new Error(`The consent page answered ${status}`);
		return location;
	};
}

interface Answer {
	readonly status: number | undefined;
	readonly location: string | undefined;
}

async function postForm(url: URL, form: URLSearchParams, ca?: string): Promise<Answer> {
	const send = url.protocol === 'https:' ? requestHttps : requestHttp;
	return await new Promise((resolve, reject) => {
		const sent = send(url, {
			method: 'POST',
			headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: url.origin },
			...(ca === undefined ? {} : { ca }),
		});
		sent.once('error', reject);
		sent.once('response', (answer) => {
			answer.resume();
			resolve({ status: answer.statusCode, location: answer.headers.location });
		});
		sent.end(form.toString());
	});
}
