import { defineConfig } from '@playwright/test';
import { VIEWPORT } from './pictures';

/** The editor's sign-in page alone takes 7 s on an idle machine with two cores, and took more than 60 s on a busy one. */
const LONG_ENOUGH_MS = 180_000;

/** One n8n for all tests, which therefore run one after the other. Each has a browser window without memory of others. */
export default defineConfig({
	testMatch: '*.test.ts',
	// It holds traces of failed tests: `npx playwright show-trace`.
	outputDir: '../../.demo/e2e',
	workers: 1,
	timeout: 600_000,
	expect: { timeout: LONG_ENOUGH_MS },
	forbidOnly: true,
	reporter: 'list',
	use: {
		// The system's Chromium, as root in a container, without a screen. It asks nobody on the network for anything.
		launchOptions: {
			executablePath: '/usr/bin/chromium',
			args: ['--headless=new', '--disable-gpu', '--disable-quic', '--no-proxy-server'],
		},
		viewport: VIEWPORT,
		locale: 'en-GB',
		timezoneId: 'UTC',
		testIdAttribute: 'data-test-id',
		actionTimeout: LONG_ENOUGH_MS,
		navigationTimeout: LONG_ENOUGH_MS,
		screenshot: 'only-on-failure',
		// A machine without a graphics card draws pictures of every step slowly; the pages themselves are in the trace.
		trace: { mode: 'retain-on-failure', screenshots: false },
	},
});
