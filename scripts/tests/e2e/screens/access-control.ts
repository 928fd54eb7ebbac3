import type { Page } from 'playwright-core';
import { answer, button, openFresh, toast } from './acts.ts';
import type { Reach } from './screen-suite.ts';
import { describeScreen } from './screen-suite.ts';
import type { SpecTable } from './spec-strings.ts';
import type { Tour } from './tour.ts';

const ACCESS = 'Access Control';
const RULE = '198.51.100.0/24';

/** Restores the list afterwards: later suites use the same address. */
async function addedAndRemoved(tour: Tour): Promise<Page> {
  const page = await openFresh(tour, '/access-control', ACCESS);
  await page.getByLabel('IP address or range', { exact: true }).fill(RULE);
  await button(page, 'Add IP address').click();
  await button(page, `Remove ${RULE}`).click();
  await button(page.getByRole('alertdialog'), 'Remove IP address').click();
  await toast(page, RULE);
  return page;
}

const opened = (tour: Tour) => openFresh(tour, '/access-control', ACCESS);
const states = {
  open: opened,
  'an IP added': (tour: Tour) => addedAndRemoved(tour),
  // A real rule would block the address of the test.
  'a domain for all subdomains': async (tour: Tour) => {
    const { page } = await tour.as('super_admin');
    await answer(page, '/admin/access-control', { allowedIps: [], allowedDomains: ['.example.org'] });
    return await opened(tour);
  },
} satisfies Record<string, Reach>;

const strings: SpecTable<keyof typeof states> = {
  '2 Access Control': {
    open: {
      title: [ACCESS],
      heading: ['Allowed IP Addresses', 'Allowed Domains'],
      button: ['Add IP address', 'Add domain'],
    },
  },
  '5': {
    'an IP added': { text: [RULE] },
    'a domain for all subdomains': { text: ['.example.org', 'All subdomains'] },
  },
  '6': { open: { part: ['localhost', '/health is not checked'] } },
};

export function accessControl(tour: Tour): void {
  describeScreen(tour, '/access-control', strings, states);
}
