import type { Page } from 'playwright-core';
import { button, confirmFresh, open, toast } from './acts.ts';
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
  'a call carried out': async (tour: Tour) => {
    const page = await withToken(tour);
    await button(page, 'Send Request').click();
    await toast(page, 'Success');
    return page;
  },
} satisfies Record<string, Reach>;

const strings: SpecTable<keyof typeof states> = {
  '2 API Testing': {
    open: { title: [API], button: ['Generate Demo Token'], label: ['Token'] },
    'a demo token': { text: ['Copy Token'] },
    'a call without a token': { text: ['Token Required'], button: ['Send Request'] },
    'a call that posts': { label: ['Request body as JSON'] },
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
    'a call carried out': { text: ['Success', 'GET /dashboard/metrics completed successfully'] },
  },
};

export function apiTesting(tour: Tour): void {
  describeScreen(tour, '/api-testing', strings, states);
}
