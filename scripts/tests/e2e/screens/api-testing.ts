import type { Page } from 'playwright-core';
import { button, confirmFresh, cut, hold, open, refuse, toast } from './acts.ts';
import type { Reach } from './screen-suite.ts';
import { describeScreen } from './screen-suite.ts';
import type { SpecTable } from './spec-strings.ts';
import type { Tour } from './tour.ts';

const API = 'API Testing';

/** Searches the list of calls and selects one. */
async function choose(page: Page, words: string, path: string, method = 'GET'): Promise<void> {
  await page.getByPlaceholder('Search calls...').fill(words);
  await page
    .getByRole('navigation', { name: 'Available endpoints' })
    .getByRole('button', { name: new RegExp(`^${method} ?${path}(?![/\\w{-])`) })
    .first()
    .click();
  await button(page, 'Send Request').waitFor();
}

async function withToken(tour: Tour): Promise<Page> {
  const visitor = await tour.as('super_admin');
  const { page } = visitor;
  await confirmFresh(visitor);
  await open(tour, '/api-testing?company=1', API);
  await page.getByLabel('Token', { exact: true }).fill(visitor.token);
  await choose(page, 'metrics', '/dashboard/metrics');
  return page;
}

async function refusedTest(tour: Tour, detail: string): Promise<Page> {
  const page = await withToken(tour);
  const { window } = await tour.as('super_admin');
  await refuse(window, { method: 'GET', path: '/dashboard/metrics', status: 409, detail });
  await button(page, 'Send Request').click();
  await toast(page, 'API Error');
  return page;
}

const states = {
  open: (tour: Tour) => open(tour, '/api-testing?company=1', API),
  'a call without a token': async (tour: Tour) => {
    const page = await open(tour, '/api-testing?company=1', API);
    await choose(page, 'metrics', '/dashboard/metrics');
    return page;
  },
  'a call that posts': async (tour: Tour) => {
    const page = await open(tour, '/api-testing?company=1', API);
    await choose(page, 'companies', '/companies', 'POST');
    return page;
  },
  'a demo token': async (tour: Tour) => {
    await confirmFresh(await tour.as('super_admin'));
    const page = await open(tour, '/api-testing?company=1', API);
    await button(page, 'Generate Demo Token').click();
    await toast(page, 'Token Generated');
    return page;
  },
  'no demo token': async (tour: Tour) => {
    const page = await open(tour, '/api-testing?company=1', API);
    const { window } = await tour.as('super_admin');
    await refuse(window, { method: 'GET', path: '/auth/demo-token', status: 500 });
    await button(page, 'Generate Demo Token').click();
    await toast(page, 'Failed to generate demo token');
    return page;
  },
  'a call carried out': async (tour: Tour) => {
    const page = await withToken(tour);
    await button(page, 'Send Request').click();
    await toast(page, 'Success');
    return page;
  },
  'a call under way': async (tour: Tour) => {
    const page = await withToken(tour);
    await hold({ page }, 'GET', '/dashboard/metrics');
    await button(page, 'Send Request').click();
    return page;
  },
  'a call refused in words': (tour: Tour) => refusedTest(tour, 'The words of the server'),
  'a call refused without words': (tour: Tour) => refusedTest(tour, ''),
  'a call cut off': async (tour: Tour) => {
    const page = await withToken(tour);
    const { window } = await tour.as('super_admin');
    await cut(window, 'GET', '/dashboard/metrics');
    await button(page, 'Send Request').click();
    await toast(page, 'Request Failed');
    return page;
  },
} satisfies Record<string, Reach>;

const strings: SpecTable<keyof typeof states> = {
  '2 API Testing': {
    open: { title: [API], button: ['Generate Demo Token'], label: ['Token'] },
    'a demo token': { text: ['Copy Token'] },
    'a call without a token': { text: ['Token Required'], button: ['Send Request'] },
    'a call that posts': { label: ['Request body as JSON'] },
    'a call under way': { button: ['Sending...'] },
    'a call carried out': { heading: ['Response'] },
  },
  '6': {
    open: {
      text: ['pii:read', 'pii:write', 'audit:read', 'company:manage', 'encryption:manage', 'lineage:read'],
    },
  },
  '8': {
    open: { part: ['Missing or invalid token', 'Insufficient permissions'] },
    'a demo token': { text: ['Token Generated', 'Demo JWT token has been generated successfully'] },
    'no demo token': { text: ['Failed to generate demo token'] },
    'a call carried out': { text: ['Success', 'GET /dashboard/metrics completed successfully'] },
    'a call refused in words': { text: ['API Error', 'The words of the server'] },
    'a call refused without words': { text: ['API Error', 'Request failed'] },
    'a call cut off': { text: ['Request Failed'] },
  },
};

export function apiTesting(tour: Tour): void {
  describeScreen(tour, '/api-testing', strings, states);
}
