import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The environment in which n8n trusts certificates of these authorities (PEM), which are kept in the folder. */
export async function trustIn(
	authorities: ReadonlyArray<string | undefined>,
	folder: string,
): Promise<Record<string, string>> {
	const known = authorities.filter((authority) => authority !== undefined);
	if (known.length === 0) return {};
	await mkdir(folder, { recursive: true });
	const file = join(folder, 'authorities.pem');
	await writeFile(file, known.join('\n'));
	return { NODE_EXTRA_CA_CERTS: file };
}
