import type { Page } from 'playwright-core';
import { answer, button } from './acts.ts';
import { describeScreen, type Reach } from './screen-suite.ts';
import type { SpecTable } from './spec-strings.ts';
import type { Tour } from './tour.ts';

const PASSWORD = 'Tour-of-15-screens!';

async function fillLogin(page: Page): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill('tour@example.com');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button(page, 'Sign in').click();
}

const states = {
  'a screen without a session': async (tour: Tour) => {
    const { page } = await tour.anybody();
    await page.goto('/companies');
    return page;
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
} satisfies Record<string, Reach>;

const strings: SpecTable<keyof typeof states> = {
  '2': { 'a screen without a session': { label: ['Email', 'Password'], button: ['Forgot password?'] } },
  '8': {
    'a browser that looks automated': {
      text: ['Access blocked due to security concerns. Please contact support.'],
    },
  },
};

export function loginScreen(tour: Tour): void {
  describeScreen(tour, '/login', strings, states);
}
