import { button, open } from './acts.ts';
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
  },
  '4': { 'the compliance filter': { option: ['All', 'Compliant', 'Warning', 'Non-Compliant'] } },
};

export function dashboard(tour: Tour): void {
  describeScreen(tour, '/', strings, states);
}
