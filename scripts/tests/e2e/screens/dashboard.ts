import { answer, button, open } from './acts.ts';
import type { Reach } from './screen-suite.ts';
import { describeScreen } from './screen-suite.ts';
import type { SpecTable } from './spec-strings.ts';
import type { Tour } from './tour.ts';

const TITLE = 'PII Vault Dashboard';
const PATH = '/?company=1';

const states = {
  open: (tour: Tour) => open(tour, PATH, TITLE),
  'the compliance filter': async (tour: Tour) => {
    const page = await open(tour, PATH, TITLE);
    await button(page, 'Filter').click();
    return page;
  },
  'a trail without entries': async (tour: Tour) => {
    const { page } = await tour.as('super_admin');
    await answer(page, '/audit-trail', []);
    await open(tour, PATH, TITLE);
    // The list loads only when it scrolls into view.
    await page.getByRole('heading', { name: 'Recent Audit Activity' }).scrollIntoViewIfNeeded();
    return page;
  },
  'people without links': async (tour: Tour) => {
    const { page } = await tour.as('super_admin');
    await answer(page, '/data-lineage', { nodes: [], links: [] });
    return await open(tour, PATH, TITLE);
  },
} satisfies Record<string, Reach>;

const strings: SpecTable<keyof typeof states> = {
  '2 Dashboard': {
    open: {
      title: [TITLE],
      text: [
        'Multi-tenant data protection and compliance monitoring',
        'Total Individuals',
        'Active Companies',
        'Cross-Links Detected',
        'Compliance Score',
      ],
      heading: [
        'Company Data Segregation',
        'Encryption & HSM Status',
        'Recent Audit Activity',
        'Data Lineage Network',
        'Individual Profile',
      ],
      column: ['Company', 'PII Records', 'Data Types', 'Aadhaar Status', 'Compliance', 'Last Activity'],
      button: ['Filter', 'Export', 'View full audit trail'],
      part: ['AES-256'],
    },
    'a trail without entries': { text: ['No audit events available'] },
    'people without links': { text: ['No data lineage available'] },
  },
  '4': { 'the compliance filter': { option: ['All', 'Compliant', 'Warning', 'Non-Compliant'] } },
};

export function dashboard(tour: Tour): void {
  describeScreen(tour, '/', strings, states);
}
