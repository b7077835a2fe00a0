import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export type Environment = Readonly<NodeJS.ProcessEnv>;

/** Nothing leaves the machine and nothing distracts: no telemetry, look-ups, banners or surveys. */
const QUIET = {
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
	N8N_DISABLED_MODULES: 'mcp-registry',
};

/**
 * The address must be the same everywhere: n8n builds the OAuth callback and webhook URLs from it.
 * The user folder is HOME as well, so that `~/.n8n-files`, the folder that n8n lets workflows write
 * to, lies inside it.
 */
export function environmentOf(port: number, brokerPort: number, userFolder: string): Environment {
	const url = `http://127.0.0.1:${port}`;
	// Any other variable of this process would make two runs differ.
	const { PATH, LANG, TMPDIR } = process.env;
	return {
		PATH,
		LANG,
		TMPDIR,
		...QUIET,
		HOME: userFolder,
		N8N_USER_FOLDER: userFolder,
		N8N_HOST: '127.0.0.1',
		N8N_PORT: String(port),
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_EDITOR_BASE_URL: url,
		N8N_WEBHOOK_URL: url,
		N8N_SECURE_COOKIE: 'false',
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		GENERIC_TIMEZONE: 'UTC',
	};
}

/** The environment in which n8n trusts certificates of these authorities (PEM), which are kept in the folder. */
export async function trustIn(
	authorities: ReadonlyArray<string | undefined>,
	folder: string,
): Promise<Environment> {
	const known = authorities.join('\n').trim();
	if (known === '') return {};
	await mkdir(folder, { recursive: true });
	const file = join(folder, 'authorities.pem');
	await writeFile(file, known);
	return { NODE_EXTRA_CA_CERTS: file };
}
