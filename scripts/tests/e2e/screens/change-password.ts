import type { Page } from 'playwright-core';
import { button, open, openFresh, refuse, toast } from './acts.ts';
import { describeScreen, type Reach } from './screen-suite.ts';
import { sessionStrings } from './session-strings.ts';
import type { Tour } from './tour.ts';

const PASSWORD = 'Tour-of-15-screens!';

const title = 'Change Password';
const submit = async (page: Page, current: string, password: string, again = password) => {
  await page.getByLabel('Current Password', { exact: true }).fill(current);
  await page.getByLabel('New Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm New Password', { exact: true }).fill(again);
  await button(page, title).click();
};
const tried =
  (current: string, password: string, again = password): Reach =>
  async (tour: Tour) => {
    const page = await openFresh(tour, '/change-password', title);
    await submit(page, current, password, again);
    return page;
  };

const states = {
  open: (tour: Tour) => open(tour, '/change-password', title),
  'an empty form': tried('', ''),
  'a short password': tried('x', 'short'),
  'without an uppercase letter': tried('x', 'without-1-uppercase'),
  'without a lowercase letter': tried('x', 'WITHOUT-1-LOWERCASE'),
  'without a number': tried('x', 'Without-Number'),
  'without a special character': tried('x', 'Without1Special'),
  'two passwords': tried('x', PASSWORD, `${PASSWORD}2`),
  'a password that cannot be changed': async (tour: Tour) => {
    const page = await openFresh(tour, '/change-password', title);
    const { window } = await tour.as('super_admin');
    await refuse(window, { method: 'POST', path: '/auth/change-password', status: 500 });
    await submit(page, 'x', PASSWORD);
    await toast(page, 'Error');
    return page;
  },
  'a password changed': async (tour: Tour) => {
    const { login, page } = await tour.as('analytics');
    await open(tour, '/change-password', title, 'analytics');
    await submit(page, login.password, PASSWORD);
    await toast(page, 'Password changed successfully');
    return page;
  },
} satisfies Record<string, Reach>;

export function changePassword(tour: Tour): void {
  describeScreen(tour, '/change-password', sessionStrings.change, states);
}
