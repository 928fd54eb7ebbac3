import type { Page } from 'playwright-core';

/** How many times slower the processor of the page is. */
const THROTTLE = 4;

/** Something that a user does on a screen. */
export interface Interaction {
  readonly name: string;
  readonly path: string;
  act(page: Page): Promise<void>;
}

/** What people do most often: each ends when its effect is on the screen. */
export const INTERACTIONS: readonly Interaction[] = [
  {
    name: 'open the palette and type',
    path: '/',
    async act(page) {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').pressSequentially('key', { delay: 60 });
      await page
        .getByRole('option', { name: /Key Management/ })
        .first()
        .waitFor();
    },
  },
  {
    name: 'choose a row of the list',
    path: '/individuals',
    async act(page) {
      await page.getByRole('row', { name: /IND_/ }).first().click();
      await page.getByRole('complementary').getByRole('heading', { name: /IND_/ }).waitFor();
    },
  },
  {
    name: 'type into a search',
    path: '/individuals',
    async act(page) {
      await page.getByPlaceholder('Search individuals...').pressSequentially('IND_5', { delay: 60 });
      await page.waitForURL(/search=IND_5/);
    },
  },
  {
    name: 'open a filter',
    path: '/data-lineage',
    async act(page) {
      await page.getByRole('button', { name: 'All Types' }).click();
      await page.getByRole('menu').or(page.getByRole('listbox')).first().waitFor();
    },
  },
  {
    name: 'open a form',
    path: '/companies',
    async act(page) {
      await page.getByRole('button', { name: 'Add Company' }).click();
      await page.getByRole('dialog').getByLabel('Company Name').pressSequentially('Asha', { delay: 60 });
    },
  },
  {
    name: 'change the tab',
    path: '/analytics',
    async act(page) {
      await page.getByRole('tab', { name: 'Access Patterns' }).click();
      await page.getByRole('tabpanel').first().waitFor();
    },
  },
  {
    name: 'change the range of days',
    path: '/compliance',
    async act(page) {
      await page.getByText('90d', { exact: true }).click();
    },
  },
];

/** Time from input to the next paint of the slowest event, ms, on a slow processor (web.dev/inp). */
export async function slowestEvent(page: Page, { path, act }: Interaction): Promise<number> {
  await page.addInitScript(observeEvents);
  await page.goto(path);
  await page.locator('h1').first().waitFor();
  await page.waitForLoadState('networkidle');
  const emulation = await page.context().newCDPSession(page);
  await emulation.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE });
  await act(page);
  await page.waitForLoadState('networkidle');
  await twoFrames(page);
  return await page.evaluate(() => (globalThis as unknown as { slowest: { ms: number } }).slowest.ms);
}

/** The browser reports an event after the paint that follows it. */
async function twoFrames(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

/** Runs in the page before its first script. */
function observeEvents(): void {
  const slowest = { ms: 0 };
  Object.assign(globalThis, { slowest });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
      if (entry.interactionId > 0) slowest.ms = Math.max(slowest.ms, entry.duration);
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
}
