import type { Page } from 'playwright-core';
import { button, open, openFresh, refuse, toast } from './acts.ts';
import type { Reach } from './screen-suite.ts';
import { describeScreen } from './screen-suite.ts';
import type { SpecTable } from './spec-strings.ts';
import type { Tour } from './tour.ts';

const title = 'Key Management';
const path = '/encryption-keys?company=1';
const choose = async (page: Page, type: string) => {
  const dialog = page.getByRole('dialog', { name: 'Rotate Key' });
  await dialog.getByLabel('Company').selectOption({ label: 'Asha Bank' });
  if (type !== '') await dialog.getByLabel('Key type').selectOption({ label: type });
  await button(dialog, 'Rotate Key').click();
};

const states = {
  open: (tour: Tour) => open(tour, path, title),
  'the keys': (tour: Tour) => open(tour, path, title),
  'the type filter': async (tour: Tour) => {
    const page = await open(tour, path, title);
    await button(page, /^Key type: /).click();
    return page;
  },
  'the rotate dialog': (tour: Tour) => open(tour, `${path}&rotate=new`, title),
  'a rotation without a type': async (tour: Tour) => {
    const page = await open(tour, `${path}&rotate=new`, title);
    await choose(page, '');
    return page;
  },
  'a key that cannot be rotated': async (tour: Tour) => {
    const page = await openFresh(tour, `${path}&rotate=new`, title);
    const { window } = await tour.as('super_admin');
    await refuse(window, { method: 'POST', path: '/encryption-keys/rotate', status: 500 });
    await choose(page, 'Field');
    await toast(page, 'Error');
    return page;
  },
} satisfies Record<string, Reach>;

const strings: SpecTable<keyof typeof states> = {
  '2 Key Management': {
    open: {
      title: [title],
      text: ['Total Keys', 'Active Keys', 'Expiring Soon', 'Expired Keys'],
      button: ['Rotate Key'],
    },
    'the type filter': { option: ['Master', 'Field', 'Backup'] },
    'the rotate dialog': { dialog: ['Rotate Key'], label: ['Company', 'Key type'] },
  },
  '4': { 'the keys': { text: ['Active'] } },
  '5': { 'a rotation without a type': { text: ['Key type is required'] } },
  '8': { 'a key that cannot be rotated': { text: ['Error', 'Failed to rotate encryption key'] } },
  '9': { open: { text: ['Within 30 days'] } },
};

export function keyManagement(tour: Tour): void {
  describeScreen(tour, '/encryption-keys', strings, states);
}
