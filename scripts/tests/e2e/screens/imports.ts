import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { answer, button, cut, open, refuse, toast } from './acts.ts';
import { type Act, describeActs, dialog, fill, openAfterCancel, refreshes, SUFFIX } from './entry-acts.ts';
import { describeScreen, type Reach } from './screen-suite.ts';
import type { SpecTable } from './spec-strings.ts';
import type { Tour } from './tour.ts';

const TITLE = 'Imports';
const PATH = '/imports?company=1';
const FILE = `tour-${SUFFIX}.csv`;
const HELD = `held-${SUFFIX}.csv`;
/** The third row has an invalid PAN; the header `ward` is unknown. */
const CSV = [
  'id,name,pan,ward',
  `T1-${SUFFIX},Tara Sen,AAAPS1234A,North`,
  `T2-${SUFFIX},Uma Bose,AAAPB4321B,South`,
  `T3-${SUFFIX},Vina Roy,NO-PAN,South`,
].join('\n');

const choose = (page: Page, name: string, text: string, mimeType = 'text/csv') =>
  page
    .getByLabel('Drop a file here or choose one')
    .setInputFiles({ name, mimeType, buffer: Buffer.from(text) });

async function chosen(tour: Tour): Promise<Page> {
  const page = await open(tour, `${PATH}&new=1`, TITLE);
  await choose(page, FILE, CSV);
  await page.getByRole('heading', { name: FILE }).waitFor();
  return page;
}

async function stored(tour: Tour, name: string) {
  const { api } = await tour.as('super_admin');
  const imports = await api.call('GET /imports', { query: { companyId: 1, limit: 200 } });
  return imports.find(({ fileName }) => fileName === name);
}

/** Sends a file by the API whose column `ward` has no target, so that the import is held. */
async function hold(tour: Tour, name: string): Promise<number> {
  const { api } = await tour.as('super_admin');
  const body = `id,name,ward\n${name},Wanda Rao,North`;
  const query = { companyId: 1, purpose: 'kyc', fileName: name };
  const { id } = await api.call('POST /imports', { query, contentType: 'text/csv', body });
  await expect.poll(async () => (await stored(tour, name))?.status).toBe('needs_mapping');
  return id;
}

const states = {
  open: (tour: Tour) => open(tour, PATH, TITLE),
  'an empty list': async (tour: Tour) => {
    const { page } = await tour.as('super_admin');
    await answer(page, '/imports', []);
    return await open(tour, PATH, TITLE);
  },
  'a new import': (tour: Tour) => open(tour, `${PATH}&new=1`, TITLE),
  'a chosen file': chosen,
  'an import of the demo': async (tour: Tour) => {
    const page = await open(tour, PATH, TITLE);
    await page.getByRole('row', { name: 'asha-customers.csv' }).click();
    return page;
  },
} satisfies Record<string, Reach>;

const strings: SpecTable<keyof typeof states> = {
  Imports: {
    open: {
      title: [TITLE],
      text: ['Into Asha Bank, from a CSV or NDJSON file', 'asha-customers.csv', 'Done'],
      column: ['File', 'Status', 'Read', 'Stored', 'Rejected', 'Started'],
      button: ['New import', 'Refresh'],
    },
    'an empty list': { text: ['Nothing has been imported into this company yet'], button: ['New import'] },
    'a new import': { heading: ['Choose a file'], label: ['Drop a file here or choose one'] },
    'a chosen file': {
      text: ['1 column is not assigned. Choose what it contains, or leave it out: ward.'],
      heading: ['Consent and bad values'],
      label: ['Column id is', 'Column pan is', 'Column ward is', 'Purpose', 'Also for', 'Channel'],
      button: ['Another file', 'Show values', 'Leave out the others', 'Import 3 people into Asha Bank'],
      choice: ['Ignored', 'External ID', 'Date of birth', 'Bank account'],
    },
    'an import of the demo': {
      heading: ['asha-customers.csv'],
      text: ['All people in the file are stored: 60 people', 'Rows read', 'Rate'],
      button: ['Open Individual Profiles', 'Close this import'],
    },
  },
};

const acts: Readonly<Record<string, Act>> = {
  'values of a chosen file are masked until the user shows them': async (tour) => {
    const page = await chosen(tour);
    const preview = page.getByRole('region', { name: 'First rows of the file' });
    expect(await preview.getByText('AAAPS1234A').count()).toBe(0);
    await button(page, 'Show values').click();
    await preview.getByText('AAAPS1234A').waitFor();
    await button(page, 'Mask values').click();
    await preview.getByText('AAAPS1234A').waitFor({ state: 'hidden' });
    await button(page, 'Another file').click();
    await page.getByLabel('Drop a file here or choose one').waitFor();
  },
  'a file is sent after refusals, and its bad row is listed': async (tour) => {
    const { window, api } = await tour.as('super_admin');
    const page = await chosen(tour);
    const send = button(page, 'Import 3 people into Asha Bank');
    expect(await send.isDisabled()).toBe(true);
    await button(page, 'Leave out the others').click();
    await send.click();
    await page.getByText('A purpose has 1 to 50 of a-z, 0-9, _ and -').waitFor();
    await fill(page.locator('main'), { Purpose: 'kyc', 'Also for': 'customer_service' });
    for (const status of [403, 409, 429, 500, 503]) {
      const detail = `The words of a refusal with ${status}.`;
      const end = await refuse(window, { method: 'POST', path: '/imports', status, detail });
      await send.click();
      await page.getByRole('alert').getByText(detail).waitFor();
      await end();
    }
    await cut(window, 'POST', '/imports');
    await send.click();
    await page.getByRole('alert').getByText('The file could not be uploaded. Please try again.').waitFor();
    await page.unrouteAll();
    await send.click();
    await page.getByText('Stored: 2. Rejected rows: 1.').waitFor();
    const one = await stored(tour, FILE);
    expect(one).toMatchObject({ status: 'done', processed: 3, accepted: 2, rejected: 1 });
    const errors = await api.call('GET /imports/{id}/errors', { params: { id: one?.id ?? 0 }, query: {} });
    expect(errors).toMatchObject([{ row: 3, line: 4, column: 'pan' }]);
    const rejected = page.getByRole('table', { name: 'Rejected rows and values' });
    await rejected.getByRole('row', { name: errors[0]?.reason ?? '' }).waitFor();
    await button(page, 'Export').click();
    await toast(page, `Saved as import-${one?.id}-rejected.csv`);
    await button(page, 'Close this import').click();
    await rejected.waitFor({ state: 'hidden' });
  },
  'a file that was sent before changes nothing': async (tour) => {
    const people = async () => {
      const { api } = await tour.as('super_admin');
      return (await api.page('GET /individuals', { query: { companyId: 1, limit: 1 } })).total;
    };
    const before = await people();
    const page = await chosen(tour);
    await button(page, 'Leave out the others').click();
    await fill(page.locator('main'), { Purpose: 'kyc', 'Also for': 'customer_service' });
    await button(page, 'Import 3 people into Asha Bank').click();
    await page.getByText(/^(Stored: 0|Stored: 2)\. Rejected rows: \d\.$/).waitFor();
    expect(await people()).toBe(before);
  },
  'an import that waits for its columns continues': async (tour) => {
    const { window } = await tour.as('super_admin');
    const id = await hold(tour, HELD);
    const page = await open(tour, PATH, TITLE);
    await page.getByRole('row', { name: HELD }).click();
    await page.getByRole('heading', { name: 'What do these columns contain?' }).waitFor();
    const go = button(page, 'Continue the import');
    expect(await go.isDisabled()).toBe(true);
    await page.getByLabel('Column ward is').selectOption({ label: 'Ignored' });
    const detail = 'The words of a refusal.';
    const end = await refuse(window, { method: 'PUT', path: `/imports/${id}/mapping`, status: 503, detail });
    await go.click();
    await toast(page, detail);
    await end();
    await go.press('Enter');
    await toast(page, 'The import continues');
    await page.getByText('All people in the file are stored: 1 people').waitFor();
    expect(await stored(tour, HELD)).toMatchObject({ status: 'done', accepted: 1 });
    await button(page, 'Open Individual Profiles')
      .or(page.getByRole('link', { name: 'Open Individual Profiles' }))
      .click();
    await page.getByRole('heading', { name: 'Individual Profiles', level: 1 }).waitFor();
  },
  'an import is cancelled after a confirmation': async (tour) => {
    const name = `stopped-${HELD}`;
    await hold(tour, name);
    const page = await open(tour, PATH, TITLE);
    await page.getByRole('row', { name }).click();
    const question = dialog(page, 'Stop this import?');
    await openAfterCancel(button(page, 'Stop import'), question);
    await button(question, 'Stop import').click();
    await toast(page, 'Import stopped');
    await page.getByText('Cancelled after 0 people').waitFor();
    expect((await stored(tour, name))?.status).toBe('cancelled');
  },
  'a paused import shows its next attempt, and is tried now': async (tour) => {
    const { page } = await tour.as('super_admin');
    const one = await stored(tour, FILE);
    const nextTryAt = new Date(Date.now() + 3_600_000).toISOString();
    const paused = { ...one, status: 'paused', statusReason: 'KEY_STORE_UNAVAILABLE', nextTryAt, hold: null };
    await answer(page, `/imports/${one?.id}`, paused);
    await open(tour, `${PATH}&import=${one?.id}`, TITLE);
    await page.getByText(/Next attempt at /).waitFor();
    await answer(page, `/imports/${one?.id}/retry`, { ...paused, status: 'queued' });
    await button(page, 'Try now').click();
    await toast(page, 'The import was restarted');
  },
  'the list is fetched again': async (tour) => {
    await refreshes(await open(tour, PATH, TITLE), '/imports');
  },
};

export function imports(tour: Tour): void {
  describeScreen(tour, '/imports', strings, states);
  describeActs(tour, '/imports', acts);
}
