import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

declare const axe: { run(): Promise<AxeResults> };

/** What axe-core calls serious or critical on the page as it stands, as `rule: element`. */
async function findings(page: Page): Promise<string[]> {
  return await page.evaluate(async () => {
    const { violations } = await axe.run();
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) =>
        nodes.map(({ html, any, all, none }) =>
          [`${id}: ${html.slice(0, 200)}`, ...[...any, ...all, ...none].map(({ message }) => message)].join(
            ' ',
          ),
        ),
      );
  });
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

/** The same in both colour schemes; empty when everybody can use the screen. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const scheme of ['dark', 'light'] as const) {
    await showIn(page, scheme);
    for (const finding of await findings(page)) faults.push(`${scheme}, ${finding}`);
  }
  return faults;
}
