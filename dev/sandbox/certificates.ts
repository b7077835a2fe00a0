import 'reflect-metadata';
import { randomBytes, webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import {
	cryptoProvider,
	PemConverter,
	SubjectAlternativeNameExtension,
	X509CertificateGenerator,
} from '@peculiar/x509';

/** In PEM. Whoever trusts the certificate trusts the service: it signs itself. */
export interface Certificate {
	readonly certificate: string;
	readonly key: string;
}

const KEYS = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY_MS = 86_400_000;

/** @param names host names and addresses that the certificate is for */
export async function issueCertificate(names: readonly string[]): Promise<Certificate> {
	cryptoProvider.set(webcrypto);
	const keys = await webcrypto.subtle.generateKey(KEYS, true, ['sign', 'verify']);
	const altNames = names.map((value) => ({ type: isIP(value) ? 'ip' : 'dns', value }) as const);
	// By the machine's clock, which callers check it against; the service's own may differ.
	const nowMs = Date.now();
	const certificate = await X509CertificateGenerator.createSelfSigned({
		// Of two with one name, OpenSSL would try one only.
		name: `CN=Collab sandbox ${randomBytes(4).toString('hex')}`,
		keys,
		signingAlgorithm: KEYS,
		notBefore: new Date(nowMs - DAY_MS),
		notAfter: new Date(nowMs + 365 * DAY_MS),
		extensions: [new SubjectAlternativeNameExtension(altNames)],
	});
	const key = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
	return { certificate: certificate.toString('pem'), key: PemConverter.encode(key, 'PRIVATE KEY') };
}
