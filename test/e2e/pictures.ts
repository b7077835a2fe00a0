import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { freePort } from '../../dev/host/ports';

const REPOSITORY = join(__dirname, '..', '..');
const SCRATCH = join(REPOSITORY, '.demo', 'e2e');

/** How large they are. */
export const VIEWPORT = { width: 1440, height: 900 };

/** `PICTURES=renew npm run test:e2e` renews the README's; other runs leave them alone. */
const ARE_RENEWED = process.env['PICTURES'] === 'renew';
const PICTURES = ARE_RENEWED ? join(REPOSITORY, 'docs') : SCRATCH;

/** In the README's pictures stand the ports that people know; elsewhere any port will do. */
export async function portInPictures(usual: number): Promise<number> {
	return await freePort(ARE_RENEWED ? usual : undefined);
}

/** Shortcuts to the nodes before and after, which stand half outside an opened node. */
const CLEAN = '[data-test-id="floating-nodes"] { visibility: hidden }';

/** Where nothing reacts to the pointer. */
const NOWHERE = { x: 0, y: 0 };

export type Picture = 'credential' | 'editor' | 'sandbox' | 'trigger' | 'workflow';

interface Shown {
	/** What of the page; all that the window shows, if not given. */
	readonly part?: Locator;
	/** The height of the window in pixels, where something needs more to be seen whole. */
	readonly height?: number;
}

/** Takes one of the README's pictures, once passing messages have gone. */
export async function takePicture(
	name: Picture,
	page: Page,
	{ part, height = VIEWPORT.height }: Shown = {},
): Promise<void> {
	await page.setViewportSize({ ...VIEWPORT, height });
	await page.mouse.move(NOWHERE.x, NOWHERE.y);
	const messages = page.locator('.el-notification');
	for (const message of await messages.all()) await message.waitFor({ state: 'hidden' });
	const path = join(PICTURES, `${name}.png`);
	await (part ?? page).screenshot({ path, animations: 'disabled', style: CLEAN });
	await page.setViewportSize(VIEWPORT);
}
