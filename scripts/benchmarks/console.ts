import { createClient } from '@pii-vault/contract/client';
import type { Browser, Page } from 'playwright-core';
import { PICTURES } from '../tests/e2e/screens/picture-list.ts';
import { allLoaded } from '../tests/e2e/walk/all-loaded.ts';
import { startBrowser } from '../tests/e2e/walk/browser.ts';
import type { Administrator } from '../tests/running-vault/api-partner.ts';
import { fillDemo } from '../tests/running-vault/fill-demo.ts';
import { startVaultProcess } from '../tests/running-vault/vault-process.ts';
import { number, print } from './report.ts';

/** What a browser with an empty cache sees of one screen. */
interface ColdLoad {
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
async function loadCold(page: Page, path: string): Promise<ColdLoad> {
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

/** A session as the console stores it. */
type StoredSession = Readonly<Record<string, string>>;

const DESK = { width: 1440, height: 900 };

async function signIn(address: string, { email, password }: Administrator): Promise<StoredSession> {
  const api = createClient({ baseUrl: `${address}/api`, getToken: () => undefined });
  const { token, user } = await api.call('POST /auth/login', { body: { email, password } });
  return { auth_token: token, auth_user: JSON.stringify(user) };
}

/** Loads a screen in a page with an empty cache, like a first visit. */
async function visit(
  browser: Browser,
  address: string,
  session: StoredSession,
  path: string,
): Promise<ColdLoad> {
  const localStorage = Object.entries(session).map(([name, value]) => ({ name, value }));
  const context = await browser.newContext({
    storageState: { cookies: [], origins: [{ origin: address, localStorage }] },
    baseURL: address,
    viewport: DESK,
    locale: 'en-IN',
  });
  try {
    return await loadCold(await context.newPage(), path);
  } finally {
    await context.close();
  }
}

async function measure(browser: Browser, address: string, session: StoredSession): Promise<void> {
  // Not measured: the first visit also starts parts of the browser and the server.
  await visit(browser, address, session, '/');
  for (const { name, path, isPublic } of PICTURES) {
    const load = await visit(browser, address, isPublic ? {} : session, path);
    const { files, calls, scriptBytes, lcpMs, cls } = load;
    print(
      name,
      `${number(files).padStart(3)} files, ${number(calls).padStart(2)} calls   ${number(scriptBytes / 1000, 1).padStart(6)} kB of scripts   LCP ${number(lcpMs).padStart(5)} ms   CLS ${number(cls, 3)}`,
    );
  }
}

const vault = await startVaultProcess();
try {
  const { logins } = await fillDemo(vault);
  const admin = logins.find(({ role }) => role === 'super_admin');
  if (admin === undefined) throw new Error('The demo has made no super_admin');
  const browser = await startBrowser();
  try {
    await measure(browser, vault.address, await signIn(vault.address, admin));
  } finally {
    await browser.close();
  }
} finally {
  await vault.stop();
}
