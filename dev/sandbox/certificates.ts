/** Certificates for https: an authority that lives as long as the service, and what it certifies. */
import 'reflect-metadata';
import { randomBytes, webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import {
	BasicConstraintsExtension,
	cryptoProvider,
	ExtendedKeyUsage,
	ExtendedKeyUsageExtension,
	KeyUsageFlags,
	KeyUsagesExtension,
	PemConverter,
	SubjectAlternativeNameExtension,
	X509CertificateGenerator,
} from '@peculiar/x509';

/** All in PEM. */
export interface Certificates {
	/** Whoever trusts this one trusts the service. */
	readonly authority: string;
	readonly certificate: string;
	readonly key: string;
}

const KEYS = { name: 'ECDSA', namedCurve: 'P-256' };
const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' };
const DAY_MS = 86_400_000;
const VALID_DAYS = 365;

/** @param names host names and addresses that the certificate is for */
export async function issueCertificates(names: readonly string[]): Promise<Certificates> {
	cryptoProvider.set(webcrypto);
	const authorityKeys = await newKeys();
	const serviceKeys = await newKeys();
	// Of two authorities with one name, OpenSSL would try one only.
	const issuer = `CN=Collab sandbox authority ${randomBytes(4).toString('hex')}`;
	const common = { issuer, signingAlgorithm: SIGNATURE, ...validity() };
	const authority = await X509CertificateGenerator.create({
		...common,
		serialNumber: '01',
		subject: issuer,
		publicKey: authorityKeys.publicKey,
		signingKey: authorityKeys.privateKey,
		extensions: [
			new BasicConstraintsExtension(true, 0, true),
			new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
		],
	});
	const certificate = await X509CertificateGenerator.create({
		...common,
		serialNumber: '02',
		subject: 'CN=Collab sandbox',
		publicKey: serviceKeys.publicKey,
		signingKey: authorityKeys.privateKey,
		extensions: [
			new BasicConstraintsExtension(false, undefined, true),
			new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
			new SubjectAlternativeNameExtension(names.map(toName)),
		],
	});
	const key = await webcrypto.subtle.exportKey('pkcs8', serviceKeys.privateKey);
	return {
		authority: authority.toString('pem'),
		certificate: certificate.toString('pem'),
		key: PemConverter.encode(key, 'PRIVATE KEY'),
	};
}

async function newKeys(): Promise<webcrypto.CryptoKeyPair> {
	return await webcrypto.subtle.generateKey(KEYS, true, ['sign', 'verify']);
}

const toName = (name: string) => ({ type: isIP(name) ? 'ip' : 'dns', value: name }) as const;

/** By the machine's clock, which callers check it against; the service's own may differ. */
function validity() {
	const nowMs = Date.now();
	return {
		notBefore: new Date(nowMs - DAY_MS),
		notAfter: new Date(nowMs + VALID_DAYS * DAY_MS),
	};
}
