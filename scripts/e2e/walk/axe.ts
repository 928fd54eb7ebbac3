import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

declare const axe: { run(options: RunOptions): Promise<AxeResults> };

/** Every rule judges as ever; the elements that pass, which nobody reads, are not described one by one. */
const TERSE: RunOptions = { resultTypes: ['violations'], selectors: false };

/** What axe-core calls serious or critical on the page as it stands, as `rule: element`. */
async function findings(page: Page, options: RunOptions): Promise<string[]> {
  return await page.evaluate(async (given) => {
    const { violations } = await axe.run(given);
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) =>
        nodes.map(({ html, any, all, none }) =>
          [`${id}: ${html.slice(0, 200)}`, ...[...any, ...all, ...none].map(({ message }) => message)].join(
            ' ',
          ),
        ),
      );
  }, options);
}

/** Until what moves has come to rest: a dialog that is still fading in is judged wrongly. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const moving = () =>
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    // The end of one may start another.
    for (let now = moving(); now.length > 0; now = moving())
      await Promise.allSettled(now.map((animation) => animation.finished));
  });
}

async function showIn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html.${colorScheme}`).waitFor();
  await settled(page);
}

/** Every rule in light; in dark those about colours, as nothing else differs. Empty when everybody can use it. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await showIn(page, 'dark');
  const dark = await findings(page, { ...TERSE, runOnly: ['color-contrast', 'link-in-text-block'] });
  await showIn(page, 'light');
  const light = await findings(page, TERSE);
  return [...light, ...dark.map((finding) => `dark, ${finding}`)];
}
