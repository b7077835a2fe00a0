// What the engine expects of its process, before any of its files is loaded (jest `setupFilesAfterEnv`).
import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const userFolder = mkdtempSync(join(tmpdir(), 'n8n-engine-'));
afterAll(() => rmSync(userFolder, { recursive: true, force: true }));

Object.assign(process.env, {
	N8N_USER_FOLDER: userFolder,
	N8N_ENCRYPTION_KEY: 'engine-tests',
	N8N_LOG_LEVEL: 'silent',
	N8N_DIAGNOSTICS_ENABLED: 'false',
	GENERIC_TIMEZONE: 'UTC',
});
