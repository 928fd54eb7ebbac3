import { button, open } from './acts.ts';
import type { Reach } from './screen-suite.ts';
import { describeScreen } from './screen-suite.ts';
import type { SpecTable } from './spec-strings.ts';
import type { Tour } from './tour.ts';

const title = 'Audit Trail';
const path = '/audit?company=1';

const states = {
  open: (tour: Tour) => open(tour, path, title),
  'the limit filter': async (tour: Tour) => {
    const page = await open(tour, path, title);
    await button(page, /^Entries per page: /).click();
    return page;
  },
  'the action filter': async (tour: Tour) => {
    const page = await open(tour, path, title);
    await button(page, /^Action: /).click();
    return page;
  },
} satisfies Record<string, Reach>;

const strings: SpecTable<keyof typeof states> = {
  '2 Audit Trail': {
    open: {
      title: [title],
      label: ['Search'],
      button: ['Export', 'Action: All Actions', 'Entries per page: 50 per page'],
    },
    'the limit filter': { option: ['25 per page', '50 per page', '100 per page', '200 per page'] },
  },
  '3': {
    'the action filter': {
      option: [
        'Masked view',
        'Reveal',
        'Data created',
        'Cross-company link',
        'Compliance check',
        'Compliance violation',
        'Key rotated',
      ],
    },
  },
};

export function audit(tour: Tour): void {
  describeScreen(tour, '/audit', strings, states);
}
