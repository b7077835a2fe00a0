import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { freePort } from '../../dev/host/processes';

export const VIEWPORT = { width: 1440, height: 900 };

/** `PICTURES=renew npm run test:e2e` renews the documents' pictures; other runs leave them alone. */
const ARE_RENEWED = process.env['PICTURES'] === 'renew';
const PICTURES = join(__dirname, '../..', ARE_RENEWED ? 'docs' : '.demo/e2e');

/** Pictures show the ports that people know; other runs take any. */
export const portInPictures = async (usual: number) =>
	await freePort(ARE_RENEWED ? usual : undefined);

/**
 * Takes one picture of the documents, of a part of the page, once passing messages have gone.
 *
 * @param height of the window in pixels, where something needs more to be seen whole
 */
export async function takePicture(
	name: 'credential' | 'editor' | 'trigger',
	page: Page,
	part: Locator,
	height = VIEWPORT.height,
): Promise<void> {
	await page.setViewportSize({ ...VIEWPORT, height });
	// Nothing reacts to the pointer in this corner.
	await page.mouse.move(0, 0);
	for (const message of await page.locator('.el-notification').all())
		await message.waitFor({ state: 'hidden' });
	const path = join(PICTURES, `${name}.png`);
	// The shortcuts to the nodes before and after would stand half outside the picture.
	const style = '[data-test-id="floating-nodes"] { visibility: hidden }';
	await part.screenshot({ path, animations: 'disabled', style });
	await page.setViewportSize(VIEWPORT);
}
