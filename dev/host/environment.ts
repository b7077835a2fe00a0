import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from './ports';

export interface HostAddress {
	readonly port: number;
	readonly userFolder: string;
}

const LOOPBACK = '127.0.0.1';

/** What a program needs from the environment; everything else would make two runs differ. */
const INHERITED = ['PATH', 'LANG', 'TMPDIR'];

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

export function urlOf({ port }: HostAddress): string {
	return `http://${LOOPBACK}:${port}`;
}

/**
 * The address must be the same everywhere: n8n builds the OAuth callback and webhook URLs from it.
 * The user folder is HOME as well, so that `~/.n8n-files`, the folder that n8n lets workflows write
 * to, lies inside it.
 */
export async function environmentOf(host: HostAddress): Promise<Record<string, string>> {
	const url = urlOf(host);
	return {
		...inherited(),
		...QUIET,
		HOME: host.userFolder,
		N8N_USER_FOLDER: host.userFolder,
		N8N_HOST: LOOPBACK,
		N8N_PORT: String(host.port),
		N8N_LISTEN_ADDRESS: LOOPBACK,
		N8N_EDITOR_BASE_URL: url,
		N8N_WEBHOOK_URL: url,
		N8N_SECURE_COOKIE: 'false',
		N8N_RUNNERS_BROKER_PORT: String(await freePort()),
		GENERIC_TIMEZONE: 'UTC',
	};
}

function inherited(): Record<string, string> {
	return Object.fromEntries(
		INHERITED.flatMap((name) => {
			const value = process.env[name];
			return value === undefined ? [] : [[name, value]];
		}),
	);
}

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
