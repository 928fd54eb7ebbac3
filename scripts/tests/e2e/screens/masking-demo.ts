import { open } from './acts.ts';
import type { Reach } from './screen-suite.ts';
import { describeScreen } from './screen-suite.ts';
import type { SpecTable } from './spec-strings.ts';
import type { Tour } from './tour.ts';

const DEMO = 'PII Masking Demo';

const states = {
  open: (tour: Tour) => open(tour, '/pii-masking-demo?company=1', DEMO),
  'seen as analytics': async (tour: Tour) => {
    const page = await open(tour, '/pii-masking-demo?company=1', DEMO);
    await page.getByLabel('View as role').selectOption({ label: 'Analytics' });
    return page;
  },
  'seen as an administrator': async (tour: Tour) => {
    const page = await open(tour, '/pii-masking-demo?company=1', DEMO);
    await page.getByLabel('View as role').selectOption({ label: 'Admin' });
    return page;
  },
  'live rows': async (tour: Tour) => {
    const page = await open(tour, '/pii-masking-demo?company=1', DEMO);
    await page.getByText('Enable Live Demo').click();
    return page;
  },
} satisfies Record<string, Reach>;

const strings: SpecTable<keyof typeof states> = {
  '2 PII Masking Demo': {
    open: {
      title: [DEMO],
      label: ['View as role'],
      text: ['Enable Live Demo'],
      button: ['Show Comparison'],
      heading: ['Masking rules'],
      column: ['Individual ID', 'Field Type', 'Company', 'Data Value', 'Purpose', 'Status'],
      choice: ['Super Admin', 'Admin', 'PII View', 'Analytics'],
    },
    'seen as analytics': { text: ['Masked'] },
    'seen as an administrator': { text: ['Visible'] },
    'live rows': { part: ['IND_'] },
  },
  '6': {
    'seen as analytics': {
      part: ['XXXX-XXXX-', 'XXXXX', 'XXXXXXX', '***@', 'XXXX-MASKED'],
    },
  },
};

export function maskingDemo(tour: Tour): void {
  describeScreen(tour, '/pii-masking-demo', strings, states);
}
