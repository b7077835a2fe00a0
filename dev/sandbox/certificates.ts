import 'reflect-metadata';
import { randomBytes, webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import {
	cryptoProvider,
	PemConverter,
	SubjectAlternativeNameExtension,
	X509CertificateGenerator,
} from '@peculiar/x509';

export type Certificate = Awaited<ReturnType<typeof issueCertificate>>;

const KEYS = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY_MS = 86_400_000;

/**
 * The certificate (PEM) signs itself, so whoever trusts it trusts the service.
 *
 * @param names host names and addresses that it is for
 */
export async function issueCertificate(names: readonly string[]) {
	cryptoProvider.set(webcrypto);
	const keys = await webcrypto.subtle.generateKey(KEYS, true, ['sign', 'verify']);
	const altNames = names.map((value) => ({ type: isIP(value) ? 'ip' : 'dns', value }) as const);
	// Callers check it against the machine's clock; the service's own may differ.
	const nowMs = Date.now();
	const cert = await X509CertificateGenerator.createSelfSigned({
		// OpenSSL tries only one of two authorities with the same name.
		name: `CN=Collab sandbox ${randomBytes(4).toString('hex')}`,
		keys,
		signingAlgorithm: KEYS,
		notBefore: new Date(nowMs - DAY_MS),
		notAfter: new Date(nowMs + 365 * DAY_MS),
		extensions: [new SubjectAlternativeNameExtension(altNames)],
	});
	const key = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
	return { cert: cert.toString('pem'), key: PemConverter.encode(key, 'PRIVATE KEY') };
}
