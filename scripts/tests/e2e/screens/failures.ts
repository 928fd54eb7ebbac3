import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import type { ConsoleWindow } from '../walk/browser.ts';
import { answersAgain, button, REQUEST_ID } from './acts.ts';
import type { Tour } from './tour.ts';

/** The main call of each screen. */
const SCREENS = [
  { path: '/', call: '/companies' },
  { path: '/individuals', call: '/individuals' },
  { path: '/data-lineage', call: '/data-lineage/entries' },
  { path: '/companies', call: '/companies' },
  { path: '/users', call: '/users' },
  { path: '/access-control', call: '/admin/access-control' },
  { path: '/security-dashboard', call: '/security/high-risk-attempts' },
  { path: '/encryption', call: '/encryption-keys' },
  { path: '/encryption-keys', call: '/encryption-keys' },
  { path: '/compliance', call: '/compliance' },
  { path: '/analytics', call: '/analytics' },
  { path: '/audit', call: '/audit-trail' },
  { path: '/imports', call: '/imports' },
  { path: '/imports', call: '/companies' },
  // The form makes no call before it is sent.
  { path: '/individuals/new', call: '/companies' },
  { path: '/purposes', call: '/purposes' },
  { path: '/grievances', call: '/grievances' },
  { path: '/incidents', call: '/incidents' },
  { path: '/recipients', call: '/recipients' },
  { path: '/erasures', call: '/erasures' },
  { path: '/access-reviews', call: '/access-reviews' },
  { path: '/approvals', call: '/approvals' },
  { path: '/approvals', call: '/reveal-policy' },
  { path: '/webhooks', call: '/webhooks' },
  { path: '/webhooks', query: '&selected=1', call: '/webhooks/1/deliveries' },
  { path: '/sign-in-security', call: '/auth/factors' },
  { path: '/sign-in-security', call: '/auth/sessions' },
] as const;

/** Refusals by status; a retry can succeed unless the refusal is final. */
const STATUSES = [
  { status: 403, isFinal: true },
  { status: 404, isFinal: true },
  { status: 409, isFinal: false },
  { status: 412, isFinal: false },
  { status: 429, isFinal: false },
  { status: 500, isFinal: false },
  { status: 503, isFinal: false },
] as const;

const WORDS = 'The words of the server.';

async function answerWith(page: Page, call: string, status: number): Promise<void> {
  await page.route(
    (url) => url.pathname === `/api${call}`,
    (route) =>
      status === 0
        ? route.abort('connectionreset')
        : route.fulfill({
            status,
            contentType: 'application/problem+json',
            body: JSON.stringify({
              status,
              detail: WORDS,
              message: WORDS,
              reason: 'E2E',
              requestId: REQUEST_ID,
            }),
          }),
  );
}

interface Failing {
  readonly path: string;
  readonly call: string;
  /** Additional query parameters. */
  readonly query?: string;
}
const addressOf = ({ path, query = '' }: Failing) => `${path}?company=1${query}`;

/** Checks each kind of refusal: the screen shows the server's message, and Retry unless the refusal is final. */
async function refusedByStatus(window: ConsoleWindow, screen: Failing): Promise<void> {
  const { page } = window;
  const { call } = screen;
  for (const { status, isFinal } of STATUSES) {
    await answerWith(page, call, status);
    window.provoke(new RegExp(`^${status} GET /api${call}`));
    await page.goto(addressOf(screen));
    const alert = page.getByRole('alert').filter({ hasText: WORDS }).first();
    await alert.waitFor();
    const retry = button(alert, 'Retry');
    expect({ status, canRetry: await retry.isVisible() }).toEqual({ status, canRetry: !isFinal });
    await answersAgain(page);
    if (!isFinal) {
      await retry.click();
      await alert.waitFor({ state: 'hidden' });
    }
    expect(await window.takeFaults()).toEqual([]);
  }
}

async function cutOff(window: ConsoleWindow, screen: Failing): Promise<void> {
  const { page } = window;
  const { call } = screen;
  await answerWith(page, call, 0);
  window.provoke(/^net::ERR_CONNECTION_RESET/);
  await page.goto(addressOf(screen));
  const alert = page.getByRole('alert').filter({ hasText: 'Network error. Please try again.' }).first();
  await alert.waitFor();
  await answersAgain(page);
  await button(alert, 'Retry').click();
  await alert.waitFor({ state: 'hidden' });
  expect(await window.takeFaults()).toEqual([]);
}

/** Checks that a slow call shows no failure, before and after its answer. */
async function slow(window: ConsoleWindow, screen: Failing): Promise<void> {
  const { page } = window;
  const { call } = screen;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(
    (url) => url.pathname === `/api${call}`,
    async (route) => {
      await released;
      await route.fallback();
    },
  );
  await page.goto(addressOf(screen));
  await page.locator('h1').first().waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  release();
  await page.waitForLoadState('networkidle');
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(await window.takeFaults()).toEqual([]);
}

/** Checks that an expired session shows the login at the same address. */
async function expired(window: ConsoleWindow, screen: Failing): Promise<void> {
  const { page } = window;
  const { path, call } = screen;
  const kept = await page.evaluate(() => ({ ...localStorage }));
  await answerWith(page, call, 401);
  window.provoke(new RegExp(`^401 GET /api${call}`));
  await page.goto(addressOf(screen));
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(path);
  expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull();
  await page.evaluate((stored) => Object.assign(localStorage, stored), kept);
  expect(await window.takeFaults()).toEqual([]);
}

/** Checks the message of each screen when its call fails, and that it recovers. */
export function failures(tour: Tour): void {
  const admin = async () => (await tour.as('super_admin')).window;
  describe.each<Failing>(SCREENS)('$path when $call fails', (screen) => {
    afterEach(async () => await answersAgain((await admin()).page));
    it('shows the reason and recovers by Retry', async () => refusedByStatus(await admin(), screen));
    it('reports a network error and recovers', async () => cutOff(await admin(), screen));
    it('shows no error while the answer is slow', async () => slow(await admin(), screen));
    it('shows the login when the session has ended', async () => expired(await admin(), screen));
  });
}
