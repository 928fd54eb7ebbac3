import { open } from './acts.ts';
import type { Reach } from './screen-suite.ts';
import { describeScreen } from './screen-suite.ts';
import type { SpecTable } from './spec-strings.ts';
import type { Tour } from './tour.ts';

const title = 'Compliance';
const tab = (name: string) => async (tour: Tour) => {
  const page = await open(tour, '/compliance?company=1', title);
  await page.getByRole('tab', { name }).click();
  return page;
};

const states = {
  open: (tour: Tour) => open(tour, '/compliance?company=1', title),
  regulations: tab('By Regulation'),
  reports: tab('Reports'),
} satisfies Record<string, Reach>;

const strings: SpecTable<keyof typeof states> = {
  '2 Compliance': {
    open: { title: [title], tab: ['Overview', 'By Regulation', 'Reports'] },
    reports: { button: ['Generate'] },
  },
  '3': { regulations: { part: ['DPDP', 'GDPR', 'HIPAA', 'PCI DSS'] } },
  '4': { regulations: { part: ['Compliant'] } },
};

export function compliance(tour: Tour): void {
  describeScreen(tour, '/compliance', strings, states);
}
