import { syntheticAadhaar } from '@pii-vault/all/demo-data/identifiers';
import { seededRandom } from '@pii-vault/all/demo-data/random';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { button, cut, open, refuse, toast } from './acts.ts';
import { type Act, describeActs, dialog, fill, SUFFIX } from './entry-acts.ts';
import { describeScreen, type Reach } from './screen-suite.ts';
import type { SpecTable } from './spec-strings.ts';
import type { Tour } from './tour.ts';

const TITLE = 'Add PII';
const PATH = '/individuals/new?company=1';
const aadhaar = syntheticAadhaar(seededRandom(Date.now()));

const type = (page: Page, values: Readonly<Record<string, string>>) => fill(page.getByRole('main'), values);
const next = (page: Page) => button(page, 'Continue').click();

const atFields: Reach = async (tour) => {
  const page = await open(tour, PATH, TITLE);
  await next(page);
  await page.getByLabel('PAN', { exact: true }).waitFor();
  return page;
};
const wrong =
  (values: Readonly<Record<string, string>>): Reach =>
  async (tour) => {
    const page = await atFields(tour);
    await type(page, values);
    return page;
  };
const atConsent: Reach = async (tour) => {
  const page = await wrong({ Name: 'Tara Sen' })(tour);
  await next(page);
  await page.getByLabel('Purpose', { exact: true }).waitFor();
  return page;
};

const states = {
  open: (tour: Tour) => open(tour, PATH, TITLE),
  'an invalid individual id': async (tour: Tour) => {
    const page = await open(tour, PATH, TITLE);
    await page.getByRole('radio', { name: /^A person the company has already/ }).check();
    await page.getByLabel('Individual ID', { exact: true }).fill('somebody');
    await next(page);
    return page;
  },
  'the fields': atFields,
  'the consent': atConsent,
} satisfies Record<string, Reach>;

const strings: SpecTable<keyof typeof states> = {
  'Add PII': {
    open: {
      title: [TITLE],
      text: ['Stores one encrypted record in Asha Bank', 'Person', 'Fields', 'Consent'],
      label: ['External ID'],
      part: ['Gets a new id and master key.', 'Fields that are there already become corrected'],
      button: ['Cancel', 'Continue'],
    },
    'an invalid individual id': { text: ['An individual id such as IND_48213'] },
    'the fields': {
      label: [
        'Name',
        'Aadhaar',
        'PAN',
        'Phone',
        'Email',
        'Date of birth',
        'Address',
        'Bank account',
        'Other ID',
      ],
      button: ['Back'],
    },
    'the consent': {
      label: ['Purpose', 'Also for', 'Notice version', 'Language of the notice', 'Channel'],
      text: ['A new person with 1 field will be stored at Asha Bank: Name.'],
      button: ['Store encrypted', 'Back'],
    },
  },
};

/** Id of the person that the first act stores and later acts use. */
const made = { id: 0 };

const acts: Readonly<Record<string, Act>> = {
  'a new person is stored after refusals': async (tour) => {
    const { window, api } = await tour.as('super_admin');
    const page = await open(tour, PATH, TITLE);
    await type(page, { 'External ID': `tour-${SUFFIX}` });
    await next(page);
    await type(page, { Name: 'Tara Sen', Aadhaar: aadhaar });
    await next(page);
    await type(page, { Purpose: 'kyc', 'Notice version': 'v3' });
    await page.getByLabel('Channel', { exact: true }).selectOption({ label: 'Branch' });
    await button(page, 'Back').click();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Tara Sen');
    await next(page);
    const store = button(page, 'Store encrypted');
    for (const status of [403, 409, 412, 429, 500, 503]) {
      const detail = `The words of a refusal with ${status}.`;
      const end = await refuse(window, { method: 'POST', path: '/pii-records', status, detail });
      await store.press('Enter');
      await page.getByText(detail).waitFor();
      expect(await page.getByLabel('Purpose', { exact: true }).inputValue()).toBe('kyc');
      await end();
    }
    await cut(window, 'POST', '/pii-records');
    await store.press('Enter');
    await page.getByText('The record could not be stored. Please try again.').waitFor();
    await page.unrouteAll();
    await store.press('Enter');
    await page.waitForURL(/\/individuals\?.*selected=\d+/);
    made.id = Number(new URL(page.url()).searchParams.get('selected'));
    const person = await api.call('GET /individuals/{id}', { params: { id: made.id } });
    expect(JSON.stringify(person)).toContain(`XXXX-XXXX-${aadhaar.slice(-4)}`);
    expect(JSON.stringify(person)).not.toContain(aadhaar);
  },
  'an external id that exists already is refused at its field': async (tour) => {
    const { window } = await tour.as('super_admin');
    const page = await open(tour, PATH, TITLE);
    await type(page, { 'External ID': `tour-${SUFFIX}` });
    await next(page);
    await type(page, { Name: 'Uma Bose' });
    await next(page);
    await type(page, { Purpose: 'kyc' });
    window.provoke(/^409 POST \/api\/pii-records$/);
    await button(page, 'Store encrypted').click();
    await page.getByLabel('External ID', { exact: true }).waitFor();
    expect(await page.getByLabel('External ID', { exact: true }).getAttribute('aria-invalid')).toBe('true');
  },
  'a field of a known person is added': async (tour) => {
    const { api } = await tour.as('super_admin');
    const page = await open(tour, PATH, TITLE);
    await page.getByRole('radio', { name: /^A person the company has already/ }).check();
    await type(page, { 'Individual ID': `IND_${made.id}` });
    await next(page);
    await type(page, { Email: 'tara@example.com' });
    await next(page);
    await type(page, { Purpose: 'kyc' });
    await page.getByText('1 field of a known person will be stored at Asha Bank: Email.').waitFor();
    await button(page, 'Store encrypted').click();
    await toast(page, `IND_${made.id} is at Asha Bank now.`);
    const person = await api.call('GET /individuals/{id}', { params: { id: made.id } });
    expect(JSON.stringify(person)).toContain('"email"');
  },
  'leaving a filled form asks before it discards the input': async (tour) => {
    await open(tour, '/individuals?company=1', 'Individual Profiles');
    const { page } = await tour.as('super_admin');
    await page.getByRole('link', { name: 'Add PII' }).click();
    await type(page, { 'External ID': 'not-stored' });
    const question = dialog(page, 'Discard your changes?');
    await button(page, 'Cancel').click();
    await button(question, 'Cancel').click();
    await question.waitFor({ state: 'hidden' });
    expect(await page.getByLabel('External ID', { exact: true }).inputValue()).toBe('not-stored');
    await button(page, 'Cancel').click();
    await button(question, 'Discard').click();
    await page.getByRole('heading', { name: 'Individual Profiles', level: 1 }).waitFor();
  },
};

export function addPii(tour: Tour): void {
  describeScreen(tour, '/individuals/new', strings, states);
  describeActs(tour, '/individuals/new', acts);
}
