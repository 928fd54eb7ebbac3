import { button, open, openFresh, refuse, toast } from './acts.ts';
import type { Reach } from './screen-suite.ts';
import { describeScreen } from './screen-suite.ts';
import type { SpecTable } from './spec-strings.ts';
import type { Tour } from './tour.ts';

const title = 'Encryption';

const states = {
  open: (tour: Tour) => open(tour, '/encryption?company=1', title),
  keys: async (tour: Tour) => {
    const page = await open(tour, '/encryption?company=1', title);
    await page.getByRole('tab', { name: 'Encryption Keys' }).click();
    return page;
  },
  'keys that cannot be rotated': async (tour: Tour) => {
    const page = await openFresh(tour, '/encryption?company=1', title);
    const { window } = await tour.as('super_admin');
    await refuse(window, { method: 'POST', path: '/encryption-keys/rotate', status: 500 });
    await button(page, 'Rotate Keys').first().click();
    const dialog = page.getByRole('dialog');
    const field = dialog.getByRole('checkbox', { name: /^Field/ });
    if (!(await field.isChecked())) await dialog.getByText('Field', { exact: true }).click();
    await button(dialog, 'Rotate Keys').click();
    await toast(page, 'Error');
    return page;
  },
} satisfies Record<string, Reach>;

const strings: SpecTable<keyof typeof states> = {
  '2 Encryption': {
    open: { title: [title], tab: ['Overview', 'Encryption Keys', 'HSM Status'] },
  },
  '4': { keys: { text: ['Active'] } },
  '8': { 'keys that cannot be rotated': { text: ['Error', 'Failed to rotate encryption keys'] } },
  '9': { open: { part: ['AES-256'] }, keys: { part: ['AES-256-GCM'] } },
};

export function encryption(tour: Tour): void {
  describeScreen(tour, '/encryption', strings, states);
}
