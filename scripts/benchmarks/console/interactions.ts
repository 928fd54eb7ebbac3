import type { Page } from 'playwright-core';
import type { Interaction } from './interaction-list.ts';

/** Factor by which the processor of the page is slowed. */
const THROTTLE = 4;

/** A global of the page. */
declare const slowest: { ms: number };

/** Time from input to the next paint of the slowest event, ms, on a slow processor (web.dev/inp). */
export async function slowestEvent(page: Page, { path, prepare, act }: Interaction): Promise<number> {
  await page.addInitScript(observeEvents);
  await page.goto(path);
  await page.locator('h1').first().waitFor();
  await page.waitForLoadState('networkidle');
  if (prepare) {
    await prepare(page);
    await page.waitForLoadState('networkidle');
    await twoFrames(page);
    await page.evaluate(() => {
      slowest.ms = 0;
    });
  }
  const emulation = await page.context().newCDPSession(page);
  await emulation.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE });
  await act(page);
  await page.waitForLoadState('networkidle');
  await twoFrames(page);
  return await page.evaluate(() => slowest.ms);
}

/** The browser reports an event after the paint that follows it. */
async function twoFrames(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

/** Runs in the page before its first script. */
function observeEvents(): void {
  const found = { ms: 0 };
  Object.assign(globalThis, { slowest: found });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
      if (entry.interactionId > 0) found.ms = Math.max(found.ms, entry.duration);
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
}
