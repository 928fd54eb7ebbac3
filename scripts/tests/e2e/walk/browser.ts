import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { type Browser, type ConsoleMessage, chromium, type Page, type Response } from 'playwright-core';

/** Default of WindowOptions.patienceMs. */
const PATIENCE_MS = 60_000;

export const DESK = { width: 1440, height: 900 };

export interface ConsoleWindow {
  readonly page: Page;
  /** Faults in the window since the last call: unexpected ones, and provoked ones that did not occur. */
  takeFaults(): Promise<string[]>;
  /** Announces a fault that the test causes on purpose. */
  provoke(fault: RegExp): void;
  close(): Promise<void>;
}

/** Debian's Chromium: the headless build, which uses less CPU and memory, or the full one. */
const CHROMIUM = ['chromium-headless-shell', 'chromium'];

/** Path of the first of `names` that is on the search path. @throws Error if none is */
async function findOnPath(names: readonly string[]): Promise<string> {
  const folders = (process.env.PATH ?? '').split(delimiter);
  for (const file of names.flatMap((name) => folders.map((folder) => join(folder, name)))) {
    const isThere = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return file;
  }
  throw new Error(`None of ${names.join(', ')} is on the search path`);
}

/** Chromium with a temporary profile. */
export async function startBrowser(): Promise<Browser> {
  return await chromium.launch({
    executablePath: await findOnPath(CHROMIUM),
    args: [
      '--no-sandbox',
      '--headless',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
}

interface WindowOptions {
  /** Initial local storage of the console's origin, which holds the session. */
  readonly stored?: Readonly<Record<string, string>>;
  /** Time in which an element has to appear, ms. */
  readonly patienceMs?: number;
}

/** Opens a window of the console that records faults from the first request on. Every page has axe-core. */
export async function openWindow(
  browser: Browser,
  address: string,
  { stored = {}, patienceMs = PATIENCE_MS }: WindowOptions = {},
): Promise<ConsoleWindow> {
  const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }));
  const context = await browser.newContext({
    storageState: { cookies: [], origins: [{ origin: address, localStorage }] },
    baseURL: address,
    viewport: DESK,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: 'en-IN',
    acceptDownloads: false,
  });
  // As an init script: the console's content security policy blocks scripts that are added later.
  await context.addInitScript({ path: createRequire(import.meta.url).resolve('axe-core/axe.min.js') });
  const page = await context.newPage();
  page.setDefaultTimeout(patienceMs);
  // A page with an unsaved form asks before it closes; without a handler, Playwright would stay on it.
  page.on('dialog', (dialog) => void dialog.accept());
  const watch = watchFaults(page);
  return { page, ...watch, close: () => context.close() };
}

function watchFaults(page: Page): Pick<ConsoleWindow, 'takeFaults' | 'provoke'> {
  let faults: Array<{ readonly text: string; readonly reason?: Promise<string> }> = [];
  let provoked: RegExp[] = [];
  page.on('console', (message: ConsoleMessage) => {
    if (!['error', 'warning'].includes(message.type())) return;
    // Chromium also logs failed responses, which the listener below records.
    if (message.text().startsWith('Failed to load resource')) return;
    faults.push({ text: `${message.type()}: ${message.text()}` });
  });
  page.on('pageerror', (error) => faults.push({ text: `uncaught: ${error.message}` }));
  page.on('response', (response: Response) => {
    if (response.status() < 400) return;
    const text = `${response.status()} ${called(response.request())}`;
    faults.push({ text, reason: reasonOf(response) });
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? 'failed';
    // The console aborts requests whose answer it no longer needs.
    if (reason !== 'net::ERR_ABORTED') faults.push({ text: `${reason} ${called(request)}` });
  });
  return {
    provoke: (fault) => {
      provoked.push(fault);
    },
    async takeFaults() {
      const [seen, expected] = [faults, provoked];
      [faults, provoked] = [[], []];
      const missing = expected.filter((one) => !seen.some(({ text }) => one.test(text)));
      const unexpected = seen.filter(({ text }) => !expected.some((one) => one.test(text)));
      const named = unexpected.map(async ({ text, reason }) =>
        [text, await reason].filter(Boolean).join(' '),
      );
      return [...(await Promise.all(named)), ...missing.map((one) => `did not occur: ${one.source}`)];
    },
  };
}

/** The vault's reason, such as IDENTITY_UNAVAILABLE; '' if the body has none or is gone. */
async function reasonOf(response: Response): Promise<string> {
  try {
    const { reason } = await response.json();
    return typeof reason === 'string' ? reason : '';
  } catch {
    return '';
  }
}

function called(request: { method(): string; url(): string }): string {
  return `${request.method()} ${new URL(request.url()).pathname}`;
}
