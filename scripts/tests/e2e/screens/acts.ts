import type { Locator, Page, Route } from 'playwright-core';
import type { ConsoleWindow } from '../walk/browser.ts';
import type { Role, Tour, Visitor } from './tour.ts';

export const button = (within: Page | Locator, name: string | RegExp): Locator =>
  within.getByRole('button', { name, exact: typeof name === 'string' });

/** Opens an address as a role and waits for the heading of its screen. */
export async function open(
  tour: Tour,
  path: string,
  title: string,
  role: Role = 'super_admin',
): Promise<Page> {
  const { page } = await tour.as(role);
  await page.goto(path);
  // Located by tag: an open dialog hides the rest of the page from locators by role.
  await page.locator('h1').getByText(title, { exact: true }).waitFor();
  return page;
}

/** Confirms the password of the session, so that the next calls that need a recent confirmation succeed. */
export async function confirmFresh({ api, login }: Visitor): Promise<void> {
  await api.call('POST /auth/confirm', { body: { password: login.password } });
}

/** Opens an address as the super admin with a freshly confirmed password. */
export async function openFresh(tour: Tour, path: string, title: string): Promise<Page> {
  await confirmFresh(await tour.as('super_admin'));
  return await open(tour, path, title);
}

/** Waits for the toast and hovers over it, which stops its timeout. */
export async function toast(page: Page, text: string): Promise<void> {
  const shown = page.locator('[data-scope=toast][data-part=root]').filter({ hasText: text });
  await shown.first().waitFor();
  await shown.first().hover();
}

/** Intercepts a call and answers it with `body`, until answersAgain. */
export async function answer(page: Page, path: string, body: unknown): Promise<void> {
  await page.route(
    (url) => url.pathname === `/api${path}`,
    (route) => route.fulfill({ json: body }),
  );
}

/** Resets the connection of a call, until answersAgain. */
export async function cut(window: ConsoleWindow, method: string, path: string): Promise<void> {
  await window.page.route(
    (url) => url.pathname === `/api${path}`,
    (route) => (route.request().method() === method ? route.abort('connectionreset') : route.fallback()),
  );
  window.provoke(/^net::ERR_CONNECTION_RESET/);
}

export interface Refusal {
  readonly method: string;
  /** Below /api, without the query. */
  readonly path: string | RegExp;
  readonly status: number;
  readonly reason?: string;
  /** Empty: the server gives no message. */
  readonly detail?: string;
  readonly more?: object;
}

const REQUEST_ID = '0190e5a0-7c1d-7000-8000-00000000e2e0';

/** Intercepts calls and answers them with a refusal, until the returned function is called. */
export async function refuse(window: ConsoleWindow, refusal: Refusal): Promise<() => Promise<void>> {
  const { method, path, status, reason = 'E2E_REFUSAL', detail = '', more = {} } = refusal;
  const isMeant = (url: URL) => {
    const called = url.pathname.replace(/^\/api/, '');
    return (
      url.pathname.startsWith('/api/') && (typeof path === 'string' ? called === path : path.test(called))
    );
  };
  const answer = async (route: Route) => {
    if (route.request().method() !== method) return await route.fallback();
    await route.fulfill({
      status,
      contentType: 'application/problem+json',
      headers: status === 429 ? { 'retry-after': '1' } : {},
      body: JSON.stringify({
        type: 'about:blank',
        title: 'Refused',
        status,
        ...(detail === '' ? {} : { detail, message: detail }),
        reason,
        requestId: REQUEST_ID,
        ...more,
      }),
    });
  };
  await window.page.route(isMeant, answer);
  window.provoke(new RegExp(`^${status} ${method} `));
  return () => window.page.unroute(isMeant, answer);
}

/** Intercepted calls without an answer. */
const held = new WeakMap<Page, Route[]>();

/** Delays the answer to a call, like a slow network, until answersAgain. */
export async function hold(
  { page }: Pick<ConsoleWindow, 'page'>,
  method: string,
  path: string,
): Promise<void> {
  await page.route(
    (url) => url.pathname === `/api${path}`,
    (route) => {
      if (route.request().method() !== method) return route.fallback();
      held.set(page, [...(held.get(page) ?? []), route]);
    },
  );
}

/** Removes all intercepts. Aborts held calls first: the browser would send them once the last route is removed. */
export async function answersAgain(page: Page): Promise<void> {
  const kept = held.get(page) ?? [];
  held.delete(page);
  // Aborting a call of a page that was left fails.
  await Promise.allSettled(kept.map((route) => route.abort('aborted')));
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}
