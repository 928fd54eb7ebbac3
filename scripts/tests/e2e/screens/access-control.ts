import type { Page } from 'playwright-core';
import { answer, button, openFresh, refuse, toast } from './acts.ts';
import type { Reach } from './screen-suite.ts';
import { describeScreen } from './screen-suite.ts';
import type { SpecTable } from './spec-strings.ts';
import type { Tour } from './tour.ts';

const ACCESS = 'Access Control';
const KINDS = {
  ip: {
    label: 'IP address or range',
    add: 'Add IP address',
    rule: '198.51.100.0/24',
    remove: 'Remove IP address',
  },
  domain: { label: 'Domain', add: 'Add domain', rule: '.example.org', remove: 'Remove domain' },
} as const;
type Kind = keyof typeof KINDS;

async function add(page: Page, kind: Kind, rule: string = KINDS[kind].rule): Promise<void> {
  await page.getByLabel(KINDS[kind].label, { exact: true }).fill(rule);
  await button(page, KINDS[kind].add).click();
}

/** Restores the list afterwards: later suites use the same address. */
async function addedAndRemoved(tour: Tour): Promise<Page> {
  const { rule, remove } = KINDS.ip;
  const page = await openFresh(tour, '/access-control', ACCESS);
  await add(page, 'ip');
  await button(page, `Remove ${rule}`).click();
  await button(page.getByRole('alertdialog'), remove).click();
  await toast(page, rule);
  return page;
}

const opened = (tour: Tour) => openFresh(tour, '/access-control', ACCESS);
const rejected = (kind: Kind) => async (tour: Tour) => {
  const page = await opened(tour);
  await add(page, kind, ' ');
  await toast(page, 'Invalid Input');
  return page;
};
const failing = (kind: Kind, method: 'POST' | 'DELETE') => async (tour: Tour) => {
  const { window, page } = await tour.as('super_admin');
  const lists = { allowedIps: [KINDS.ip.rule], allowedDomains: [KINDS.domain.rule] };
  if (method === 'DELETE')
    await page.route(
      (url) => url.pathname === '/api/admin/access-control',
      (route) => route.fulfill({ json: lists }),
    );
  await opened(tour);
  await refuse(window, { method, path: `/admin/access-control/${kind}`, status: 500 });
  if (method === 'POST') await add(page, kind);
  else {
    await button(page, `Remove ${KINDS[kind].rule}`).click();
    await button(page.getByRole('alertdialog'), KINDS[kind].remove).click();
  }
  await toast(page, 'Error');
  return page;
};

const states = {
  open: opened,
  'a blank IP': rejected('ip'),
  'a blank domain': rejected('domain'),
  'an IP that cannot be added': failing('ip', 'POST'),
  'an IP that cannot be removed': failing('ip', 'DELETE'),
  'a domain that cannot be added': failing('domain', 'POST'),
  'a domain that cannot be removed': failing('domain', 'DELETE'),
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
    'a blank IP': { text: ['Invalid Input', 'Please enter a valid IP address'] },
    'a blank domain': { text: ['Invalid Input', 'Please enter a valid domain name'] },
    'an IP added': { text: ['198.51.100.0/24'] },
    'a domain for all subdomains': { text: ['.example.org', 'All subdomains'] },
  },
  '6': { open: { part: ['localhost', '/health is not checked'] } },
  '8': {
    'an IP that cannot be added': { text: ['Error', 'Failed to add IP address'] },
    'an IP that cannot be removed': { text: ['Error', 'Failed to remove IP address'] },
    'a domain that cannot be added': { text: ['Error', 'Failed to add domain'] },
    'a domain that cannot be removed': { text: ['Error', 'Failed to remove domain'] },
  },
};

export function accessControl(tour: Tour): void {
  describeScreen(tour, '/access-control', strings, states);
}
