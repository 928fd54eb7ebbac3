import type { Page } from 'playwright-core';
import { button, hold, open, toast } from './acts.ts';
import type { Reach } from './screen-suite.ts';
import { describeScreen } from './screen-suite.ts';
import type { SpecTable } from './spec-strings.ts';
import type { Tour } from './tour.ts';

const TITLE = 'Company Management';
const PATH = '/companies?company=1';

async function chooseTesting(page: Page): Promise<void> {
  await button(page, /Development$/).click();
  await page.getByRole('menuitemradio', { name: 'Testing' }).click();
}

const states = {
  open: (tour: Tour) => open(tour, PATH, TITLE),
  'the user menu': async (tour: Tour) => {
    const page = await open(tour, PATH, TITLE);
    await button(page, /account of Asha Rao$/).click();
    return page;
  },
  'a session being checked': async (tour: Tour) => {
    const { page } = await tour.as('super_admin');
    await hold({ page }, 'GET', '/auth/session');
    await page.goto(PATH);
    return page;
  },
  'a status that is not known yet': async (tour: Tour) => {
    const { page } = await tour.as('super_admin');
    await hold({ page }, 'GET', '/environment/status');
    return await open(tour, PATH, TITLE);
  },
  'a register': (tour: Tour) => open(tour, '/grievances?company=1', 'Grievances'),
  'a setting': (tour: Tour) => open(tour, '/limits?company=1', 'Limits'),
  'a path without a screen': (tour: Tour) => open(tour, '/nowhere', '404 Page Not Found'),
  'the environments': async (tour: Tour) => {
    const page = await open(tour, PATH, TITLE);
    await button(page, /Development$/).click();
    return page;
  },
  'an environment that cannot be stored': async (tour: Tour) => {
    const page = await open(tour, PATH, TITLE);
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    });
    await chooseTesting(page);
    await toast(page, 'Failed to change environment');
    return page;
  },
  'another environment': async (tour: Tour) => {
    const page = await open(tour, PATH, TITLE);
    // Holds the navigation: the browser keeps the current page until the next one answers.
    await page.route(
      (url) => url.pathname === '/companies',
      () => undefined,
    );
    await chooseTesting(page);
    await toast(page, 'Environment Changed');
    await page.evaluate(() => localStorage.removeItem('preferred_environment'));
    return page;
  },
} satisfies Record<string, Reach>;

const strings: SpecTable<keyof typeof states> = {
  '2 Top-level choice': { 'a session being checked': { text: ['Loading...'] } },
  '2 Main shell': {
    open: {
      entry: [
        'Dashboard',
        'Individual Profiles',
        'Data Lineage',
        'Company Management',
        'API Testing',
        'User Management',
        'PII Masking Demo',
        'Access Control',
        'Security Dashboard',
        'Encryption',
        'Key Management',
        'Compliance',
        'Analytics',
        'Audit Trail',
      ],
      button: ['EN – language'],
      text: ['Encryption Active', 'Debug Mode', 'Asha Bank'],
    },
    'the user menu': { action: ['Change Password', 'Logout'] },
    'a status that is not known yet': { text: ['Loading...'] },
  },
  'Beyond the specification': {
    open: { entry: ['Imports', 'Registers', 'Approvals', 'Settings', 'Webhooks'] },
    'a register': {
      menu: [
        'Purposes & Notices',
        'Grievances',
        'Breach Incidents',
        'Recipients',
        'Erasures',
        'Access Reviews',
      ],
    },
    'a setting': { menu: ['Limits', 'Second Factor', 'Sign-in Security', 'Parked Events'] },
  },
  '2 Protected routes': {
    'a path without a screen': {
      title: ['404 Page Not Found'],
      text: ['Did you forget to add the page to the router?'],
    },
  },
  '4': {
    'the environments': { option: ['Development', 'Testing', 'Production'] },
    'another environment': {
      text: ['Environment Changed', 'Switched to Testing environment. Reloading...'],
    },
  },
  '8': { 'an environment that cannot be stored': { text: ['Failed to change environment'] } },
};

/** The frame around every screen, and the page for unknown paths. */
export function shell(tour: Tour): void {
  describeScreen(tour, 'the shell', strings, states);
}
