import type { Page } from 'playwright-core';
import { button, open } from './acts.ts';
import type { Reach } from './screen-suite.ts';
import { describeScreen } from './screen-suite.ts';
import type { SpecTable } from './spec-strings.ts';
import type { Tour } from './tour.ts';

const TITLE = 'Individual Profiles';
const PATH = '/individuals?company=1';

async function selectFirst(page: Page): Promise<void> {
  await page.getByRole('grid').getByRole('row').nth(1).click();
  await page.getByRole('complementary', { name: 'Selected individual' }).waitFor();
}

const states = {
  open: (tour: Tour) => open(tour, PATH, TITLE),
  'the list': async (tour: Tour) => {
    const page = await open(tour, PATH, TITLE);
    await page
      .getByRole('row', { name: /IND_\d+/ })
      .first()
      .waitFor();
    return page;
  },
  'the filter': async (tour: Tour) => {
    const page = await open(tour, PATH, TITLE);
    await button(page, 'Filter').click();
    return page;
  },
  'the actions of a row': async (tour: Tour) => {
    const page = await open(tour, PATH, TITLE);
    await button(page, /^Actions for IND_/)
      .first()
      .click();
    return page;
  },
  'a selected individual': async (tour: Tour) => {
    const page = await open(tour, PATH, TITLE);
    await selectFirst(page);
    return page;
  },
  'the duplicates': (tour: Tour) => open(tour, PATH, TITLE),
  'a search by id': async (tour: Tour) => {
    const page = await open(tour, PATH, TITLE);
    await page.getByPlaceholder('Search individuals...').fill('1');
    return page;
  },
  'a search by master key': async (tour: Tour) => {
    const { api } = await tour.as('super_admin');
    const [person] = await api.call('GET /individuals', { query: { companyId: 1, limit: 1 } });
    const page = await open(tour, PATH, TITLE);
    await page.getByPlaceholder('Search individuals...').fill(person?.masterKey.toUpperCase() ?? '');
    await page.getByRole('row', { name: new RegExp(`IND_${person?.id}\\b`) }).waitFor();
    return page;
  },
} satisfies Record<string, Reach>;

const strings: SpecTable<keyof typeof states> = {
  '2 Individual Profiles': {
    open: {
      title: [TITLE],
      text: [
        'Cross-company individual data aggregation and management',
        'Total Individuals',
        'Cross-Linked',
        'Avg Completeness',
        'Duplicates Found',
        'Select an Individual',
      ],
      heading: ['Individual Records'],
      placeholder: ['Search individuals...'],
      button: ['Filter', 'Add PII'],
      column: [
        'Individual ID',
        'Companies Linked',
        'Data Quality',
        'Completeness',
        'Last Updated',
        'Actions',
      ],
    },
    'the list': { part: ['IND_'] },
    'the actions of a row': { action: ['Open profile', 'Add or correct fields', 'Show relationships'] },
    'a selected individual': { part: ['more field type'] },
    'the duplicates': {
      heading: ['Duplicate Detection'],
      part: ['Within Company', 'Cross-Company'],
    },
  },
  '4': { 'the filter': { option: ['High (≥90)', 'Medium (70-89)', 'Low (<70)'] } },
  '5': { 'a search by id': { part: ['IND_1'] }, 'a search by master key': { part: ['IND_'] } },
};

export function individuals(tour: Tour): void {
  describeScreen(tour, '/individuals', strings, states);
}
