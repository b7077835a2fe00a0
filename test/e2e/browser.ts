import { chromium, selectors, type Browser, type BrowserContext } from 'playwright-core';

const CHROMIUM = '/usr/bin/chromium';

/** It runs as root in a container, without a screen, and asks nobody on the network for anything. */
const FLAGS = [
	'--headless=new',
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--disable-sync',
	'--disable-background-networking',
	'--disable-component-update',
	'--no-first-run',
	'--no-proxy-server',
];

/** How large the README's pictures are. */
export const VIEWPORT = { width: 1440, height: 900 };

/** Long enough for a slow machine that does something else as well. */
const PATIENCE_MS = 60_000;

selectors.setTestIdAttribute('data-test-id');

/** The system's Chromium, with no memory of earlier visits. */
export async function openBrowser(): Promise<{ browser: Browser; context: BrowserContext }> {
	const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
	const context = await browser.newContext({
		viewport: VIEWPORT,
		deviceScaleFactor: 1,
		locale: 'en-GB',
		timezoneId: 'UTC',
	});
	context.setDefaultTimeout(PATIENCE_MS);
	return { browser, context };
}
