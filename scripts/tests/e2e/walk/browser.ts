import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { type Browser, type ConsoleMessage, chromium, type Page, type Response } from 'playwright-core';

/** How long something may take to appear before the walk says that it is missing. */
const PATIENCE_MS = 20_000;

export const DESK = { width: 1440, height: 900 };

export interface ConsoleWindow {
  readonly page: Page;
  /** What went wrong in the window since the last call, without what was provoked. */
  takeFaults(): string[];
  /** A fault that the walk causes on purpose; one that does not come is a fault too. */
  provoke(fault: RegExp): void;
  close(): Promise<void>;
}

/** Debian's Chromium: built without windows, which costs less, or the one with them. */
const CHROMIUM = ['chromium-headless-shell', 'chromium'];

/** The first of `names` that is on the search path. @throws Error when none is */
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
  /** Local storage of the console's origin at the start: a session. */
  readonly stored?: Readonly<Record<string, string>>;
  /** How long something may take to appear before it counts as missing. */
  readonly patienceMs?: number;
}

/** A window on a console, watched from its first request on; axe-core is at hand in every page. */
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
  // Before any script of the page: the console's content security policy lets no other one in.
  await context.addInitScript({ path: createRequire(import.meta.url).resolve('axe-core/axe.min.js') });
  const page = await context.newPage();
  page.setDefaultTimeout(patienceMs);
  // A form that is not stored asks before the page is left; Playwright would stay.
  page.on('dialog', (dialog) => void dialog.accept());
  const watch = watchFaults(page);
  return { page, ...watch, close: () => context.close() };
}

function watchFaults(page: Page): Pick<ConsoleWindow, 'takeFaults' | 'provoke'> {
  let faults: string[] = [];
  let provoked: RegExp[] = [];
  page.on('console', (message: ConsoleMessage) => {
    if (!['error', 'warning'].includes(message.type())) return;
    // Chromium's own line about an answer, which is listed itself below.
    if (message.text().startsWith('Failed to load resource')) return;
    faults.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`));
  page.on('response', (response: Response) => {
    if (response.status() >= 400) faults.push(`${response.status()} ${called(response.request())}`);
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? 'failed';
    // The console aborts requests whose answer it no longer needs.
    if (reason !== 'net::ERR_ABORTED') faults.push(`${reason} ${called(request)}`);
  });
  return {
    provoke: (fault) => {
      provoked.push(fault);
    },
    takeFaults() {
      const [seen, expected] = [faults, provoked];
      [faults, provoked] = [[], []];
      const missing = expected.filter((one) => !seen.some((fault) => one.test(fault)));
      return [
        ...seen.filter((fault) => !expected.some((one) => one.test(fault))),
        ...missing.map((one) => `did not come: ${one.source}`),
      ];
    },
  };
}

function called(request: { method(): string; url(): string }): string {
  return `${request.method()} ${new URL(request.url()).pathname}`;
}
