import type { Page } from 'playwright-core';
import { allLoaded } from '../../tests/e2e/walk/all-loaded.ts';

/** What a browser with an empty cache sees of one screen. */
export interface ColdLoad {
  readonly files: number;
  /** Calls of the API. */
  readonly calls: number;
  /** Bytes of scripts, as sent over the network. */
  readonly scriptBytes: number;
  /** Largest Contentful Paint, ms since navigation (web.dev/lcp). */
  readonly lcpMs: number;
  /** Cumulative Layout Shift, the sum of all shifts without input: an upper bound of web.dev/cls. */
  readonly cls: number;
}

interface Paints {
  lcp: number;
  cls: number;
}

/** A global of the page. */
declare const paints: Paints;

/** Loads an address once. */
export async function loadCold(page: Page, path: string): Promise<ColdLoad> {
  await page.addInitScript(observePaints);
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  let files = 0;
  let calls = 0;
  let scriptBytes = 0;
  const scripts = new Set<string>();
  network.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (new URL(response.url).pathname.startsWith('/api/')) calls += 1;
    else files += 1;
    if (type === 'Script') scripts.add(requestId);
  });
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) scriptBytes += encodedDataLength;
  });
  await page.goto(path);
  await allLoaded(page);
  const { lcp, cls } = await page.evaluate(() => paints);
  return { files, calls, scriptBytes, lcpMs: lcp, cls };
}

/** Runs in the page before its first script. */
function observePaints(): void {
  const seen: Paints = { lcp: 0, cls: 0 };
  Object.assign(globalThis, { paints: seen });
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) seen.lcp = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[])
      if (!entry.hadRecentInput) seen.cls += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
}
