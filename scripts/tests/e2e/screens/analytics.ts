import { open } from './acts.ts';
import type { Reach } from './screen-suite.ts';
import { describeScreen } from './screen-suite.ts';
import type { SpecTable } from './spec-strings.ts';
import type { Tour } from './tour.ts';

const title = 'Analytics';

const states = { open: (tour: Tour) => open(tour, '/analytics?company=1', title) } satisfies Record<
  string,
  Reach
>;

const strings: SpecTable<keyof typeof states> = {
  '2 Analytics': {
    open: {
      title: [title],
      tab: ['7d', '30d', '90d', 'Overview', 'Data Insights', 'Access Patterns', 'Security Analytics'],
      text: ['Total Individuals', 'Active Companies', 'Cross-Links Detected', 'Compliance Score'],
    },
  },
};

export function analytics(tour: Tour): void {
  describeScreen(tour, '/analytics', strings, states);
}
