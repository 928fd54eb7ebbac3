import { answer, button, open } from './acts.ts';
import type { Reach } from './screen-suite.ts';
import { describeScreen } from './screen-suite.ts';
import type { SpecTable } from './spec-strings.ts';
import type { Tour } from './tour.ts';

const TITLE = 'Data Lineage';
const PATH = '/data-lineage?company=1';

/** Answers the list with its first entry, changed by `facts`. */
async function changed(tour: Tour, facts: object): Promise<void> {
  const { page, api } = await tour.as('super_admin');
  const [entry] = await api.call('GET /data-lineage/entries', { query: { companyId: 1, limit: 1 } });
  await answer(page, '/data-lineage/entries', [{ ...entry, ...facts }]);
}

const filtered = (chip: string) => async (tour: Tour) => {
  const page = await open(tour, PATH, TITLE);
  await button(page, chip).click();
  return page;
};

const states = {
  open: async (tour: Tour) => {
    const page = await open(tour, PATH, TITLE);
    await page.getByRole('row', { name: '↔' }).first().waitFor();
    return page;
  },
  'the type filter': filtered('Relationship Type: All Types'),
  'the confidence filter': filtered('Confidence: All Confidence'),
  'the status filter': filtered('Status: All Status'),
  'a search by type in any case': (tour: Tour) => open(tour, `${PATH}&search=DUPLICATE`, TITLE),
  'a verified link': (tour: Tour) => open(tour, `${PATH}&status=verified`, TITLE),
  'an entry without fields': async (tour: Tour) => {
    await changed(tour, { matchingFields: { fields: [] } });
    return await open(tour, PATH, TITLE);
  },
  'entries of a deleted company': async (tour: Tour) => {
    await changed(tour, { sourceCompanyId: 999, sourceCompanyName: null });
    return await open(tour, PATH, TITLE);
  },
} satisfies Record<string, Reach>;

const strings: SpecTable<keyof typeof states> = {
  '2 Data Lineage': {
    open: {
      title: [TITLE],
      text: [
        'Interactive visualization of cross-company data relationships and PII data provenance',
        'Total Relationships',
        'Avg Confidence',
        'Unique Individuals',
        'Verified Links',
      ],
      heading: ['Relationship Details'],
      button: ['Export', 'Analyze'],
      label: ['Search'],
      column: [
        'Individual ID',
        'Source Company',
        'Target Company',
        'Relationship Type',
        'Confidence Score',
        'Matching Fields',
        'Status',
        'Created',
      ],
      part: ['ago'],
    },
    'entries of a deleted company': { text: ['Company 999'] },
    'an entry without fields': { text: ['No fields'] },
  },
  '4': {
    'a verified link': { text: ['Verified'] },
    'the status filter': { option: ['All Status', 'Verified', 'Pending', 'Rejected'] },
  },
  '5': {
    'the type filter': {
      option: ['All Types', 'Same Individual', 'Cross Reference', 'Duplicate Detection'],
    },
    'the confidence filter': {
      option: ['All Confidence', 'High (≥90%)', 'Medium (70-89%)', 'Low (<70%)'],
    },
    'a search by type in any case': { text: ['Duplicate Detection'] },
  },
};

export function lineage(tour: Tour): void {
  describeScreen(tour, '/data-lineage', strings, states);
}
