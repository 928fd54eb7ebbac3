import type { Page } from 'playwright-core';
import { button, hold, open, openFresh, toast } from './acts.ts';
import type { Reach } from './screen-suite.ts';
import { describeScreen } from './screen-suite.ts';
import type { SpecTable } from './spec-strings.ts';
import type { Tour } from './tour.ts';

const TITLE = 'Company Management';
const PATH = '/companies?company=1';

async function fillCompany(page: Page, name: string, code: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Create New Company' });
  await dialog.getByLabel('Company Name').fill(name);
  await dialog.getByLabel('Company Code').fill(code);
}
const create = (page: Page) => button(page.getByRole('dialog'), 'Create Company').click();

const states = {
  open: async (tour: Tour) => {
    const page = await open(tour, PATH, TITLE);
    await page.getByText('Asha Bank').last().waitFor();
    return page;
  },
  'a company': (tour: Tour) => open(tour, '/companies/1?company=1', 'Asha Bank'),
  'the tier filter': async (tour: Tour) => {
    const page = await open(tour, PATH, TITLE);
    await button(page, 'Tier: All Tiers').click();
    return page;
  },
  'the status filter': async (tour: Tour) => {
    const page = await open(tour, PATH, TITLE);
    await button(page, 'Status: All Status').click();
    return page;
  },
  'the search finds a code in any case': async (tour: Tour) => {
    const page = await open(tour, PATH, TITLE);
    await page.getByPlaceholder('Search companies...').fill('kaVeri');
    await page
      .getByRole('grid', { name: 'Company Directory' })
      .getByText('Asha Bank')
      .waitFor({ state: 'hidden' });
    return page;
  },
  'the create dialog': async (tour: Tour) => {
    const page = await open(tour, PATH, TITLE);
    await button(page, 'Add Company').click();
    return page;
  },
  'a code of eleven characters': async (tour: Tour) => {
    const page = await openFresh(tour, `${PATH}&new=1`, TITLE);
    const code = page.getByLabel('Company Code');
    await code.pressSequentially('ELEVENCHARS');
    if ((await code.inputValue()) !== 'ELEVENCHAR') throw new Error('A code has more than 10 characters');
    return page;
  },
  'a company is being saved': async (tour: Tour) => {
    const page = await open(tour, `${PATH}&new=1`, TITLE);
    await hold({ page }, 'POST', '/companies');
    await fillCompany(page, 'Tour', 'TOUR');
    await create(page);
    return page;
  },
  'a company created': async (tour: Tour) => {
    const page = await openFresh(tour, `${PATH}&new=1`, TITLE);
    await fillCompany(page, 'Tour Finance', `T${Date.now().toString(36).slice(-6)}`);
    await page.getByLabel('Company Tier').selectOption({ label: 'Finance' });
    await create(page);
    await toast(page, 'Company created');
    return page;
  },
  'the list with it': async (tour: Tour) => (await tour.as('super_admin')).page,
} satisfies Record<string, Reach>;

const strings: SpecTable<keyof typeof states> = {
  'Beyond the specification': {
    'a company': {
      heading: ['Profile', 'Regulations', 'People', 'Purposes', 'Retention', 'Limits', 'Users'],
      text: ['Grievance officer', 'Data Protection Officer', 'Significant data fiduciary'],
      button: [
        'Edit profile',
        'Open Compliance',
        'Change retention',
        'Change limits',
        'Open User Management',
      ],
    },
  },
  '2 Company Management': {
    open: {
      title: [TITLE],
      text: ['Total Companies', 'Active Companies', 'Compliance Checks', 'Multi-Tenant Links'],
      heading: ['Company Directory'],
      column: [
        'Company',
        'Tier',
        'Status',
        'PII Records',
        'Compliance',
        'Encryption Keys',
        'Last Updated',
        'Actions',
      ],
      button: ['Add Company', 'Edit Asha Bank', 'Deactivate or suspend Asha Bank', 'Delete Asha Bank'],
    },
    'the tier filter': { option: ['All Tiers', 'Primary', 'Secondary', 'Healthcare', 'Finance'] },
    'the status filter': { option: ['All Status', 'Active', 'Inactive', 'Suspended'] },
    'the search finds a code in any case': { text: ['Kaveri Telecom'] },
    'the create dialog': {
      dialog: ['Create New Company'],
      label: ['Company Name', 'Company Code', 'Company Tier'],
      button: ['Cancel', 'Create Company'],
      choice: ['Primary', 'Secondary', 'Healthcare', 'Finance'],
    },
    'a company is being saved': { button: ['Creating...'] },
  },
  '5': {
    'a code of eleven characters': { text: ['Up to 10 characters, unique in the vault.'] },
  },
  '8': {
    'a company created': {
      text: ['Company created', 'The company has been successfully created.'],
    },
    'the list with it': { text: ['Tour Finance'] },
  },
};

export function companies(tour: Tour): void {
  describeScreen(tour, '/companies', strings, states);
}
