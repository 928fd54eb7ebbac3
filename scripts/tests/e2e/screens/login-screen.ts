import type { Page } from 'playwright-core';
import { answer, button, cut, type Refusal, refuse } from './acts.ts';
import { describeScreen, type Reach } from './screen-suite.ts';
import { sessionStrings } from './session-strings.ts';
import type { Tour } from './tour.ts';

const LOGIN = { method: 'POST', path: '/auth/login' } as const;
const PASSWORD = 'Tour-of-15-screens!';

async function fillLogin(page: Page): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill('tour@example.com');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button(page, 'Sign in').click();
}

const refused =
  (refusal: Omit<Refusal, 'method' | 'path'>): Reach =>
  async (tour: Tour) => {
    const window = await tour.anybody();
    await window.page.goto('/login');
    await refuse(window, { ...LOGIN, ...refusal });
    await fillLogin(window.page);
    return window.page;
  };
const forgot = async (tour: Tour) => {
  const { page } = await tour.anybody();
  await page.goto('/login?forgot=1');
  await page.getByLabel('Email', { exact: true }).fill('tour@example.com');
  return page;
};

const states = {
  'a screen without a session': async (tour: Tour) => {
    const { page } = await tour.anybody();
    await page.goto('/companies');
    return page;
  },
  'a refused login with reasons': refused({
    status: 403,
    detail: 'Not from here',
    more: { reasons: ['headless', 'webdriver'] },
  }),
  'a refused login without words': refused({ status: 403 }),
  'a throttled login': refused({ status: 429, reason: 'LOGIN_THROTTLED' }),
  'a failed login': refused({ status: 400 }),
  'a login that fails with a server error': refused({
    status: 500,
    detail: 'the database is away',
    more: { error: 'Internal Server Error' },
  }),
  'a login without a network': async (tour: Tour) => {
    const window = await tour.anybody();
    await window.page.goto('/login');
    await cut(window, 'POST', '/auth/login');
    await fillLogin(window.page);
    return window.page;
  },
  'a browser that looks automated': async (tour: Tour) => {
    const { page } = await tour.anybody();
    await answer(page, '/auth/setup-status', { needsSetup: false, loginRisk: 'enforce' });
    await page.goto('/login');
    await page.getByLabel('Email', { exact: true }).waitFor();
    await page.evaluate(() => Object.assign(window, { _phantom: {}, __nightmare: {} }));
    await fillLogin(page);
    return page;
  },
  'a link by mail that cannot be sent': async (tour: Tour) => {
    const page = await forgot(tour);
    await refuse(await tour.anybody(), { method: 'POST', path: '/auth/forgot-password', status: 500 });
    await button(page, 'Send reset link').click();
    return page;
  },
  'a link by mail': async (tour: Tour) => {
    const page = await forgot(tour);
    await button(page, 'Send reset link').click();
    return page;
  },
} satisfies Record<string, Reach>;

export function loginScreen(tour: Tour): void {
  describeScreen(tour, '/login', sessionStrings.login, states);
}
