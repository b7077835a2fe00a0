import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import { promisify } from 'node:util';

export type Certificate = Awaited<ReturnType<typeof issueCertificate>>;

/**
 * The certificate (PEM) signs itself, so whoever trusts it trusts the service.
 *
 * @param names host names and addresses that it is for
 */
export async function issueCertificate(names: readonly string[]) {
	const altNames = names.map((name) => `${isIP(name) ? 'IP' : 'DNS'}:${name}`).join();
	const making = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 365 -keyout -';
	// OpenSSL tries only one of two authorities with the same name.
	const own = ['-subj', `/CN=Sandbox ${randomUUID()}`, '-addext', `subjectAltName=${altNames}`];
	const { stdout } = await promisify(execFile)('openssl', [...making.split(' '), ...own]);
	const [key = '', cert = ''] = stdout.split(/(?=-----BEGIN CERTIFICATE)/);
	return { cert, key };
}
