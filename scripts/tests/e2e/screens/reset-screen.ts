import type { Page } from 'playwright-core';
import { answer, button, refuse } from './acts.ts';
import { describeScreen, type Reach } from './screen-suite.ts';
import { sessionStrings } from './session-strings.ts';
import type { Tour } from './tour.ts';

const PASSWORD = 'Tour-of-15-screens!';

const valid = async (tour: Tour) => {
  const { page } = await tour.anybody();
  await answer(page, '/auth/validate-reset-token/tour', { valid: true, email: 't***@example.com' });
  await page.goto('/reset-password?token=tour');
  return page;
};
const submit = async (page: Page, password: string, again = password) => {
  await page.getByLabel('New Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm New Password', { exact: true }).fill(again);
  await button(page, 'Set password').click();
};

const states = {
  'no token': async (tour: Tour) => {
    const { page } = await tour.anybody();
    await page.goto('/reset-password');
    return page;
  },
  'an unknown token': async (tour: Tour) => {
    const { page } = await tour.anybody();
    await page.goto('/reset-password?token=unknown-to-the-vault');
    return page;
  },
  'a token that cannot be validated': async (tour: Tour) => {
    const window = await tour.anybody();
    await refuse(window, { method: 'GET', path: '/auth/validate-reset-token/tour', status: 500 });
    await window.page.goto('/reset-password?token=tour');
    return window.page;
  },
  'two passwords': async (tour: Tour) => {
    const page = await valid(tour);
    await submit(page, PASSWORD, `${PASSWORD}2`);
    return page;
  },
  'a short password': async (tour: Tour) => {
    const page = await valid(tour);
    await submit(page, 'short');
    return page;
  },
  'a password that cannot be set': async (tour: Tour) => {
    const page = await valid(tour);
    await refuse(await tour.anybody(), { method: 'POST', path: '/auth/reset-password', status: 500 });
    await submit(page, PASSWORD);
    return page;
  },
} satisfies Record<string, Reach>;

export function resetScreen(tour: Tour): void {
  describeScreen(tour, '/reset-password', sessionStrings.reset, states);
}
