import type { Page } from 'playwright-core';

/** Waits for a screen's first requests, and for the content that it loads when it is seen or after five seconds. */
export async function allLoaded(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => document.querySelector('[data-unseen], [data-skeleton]') === null);
}
