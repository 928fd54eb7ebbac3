import { open } from './acts.ts';
import type { Reach } from './screen-suite.ts';
import { describeScreen } from './screen-suite.ts';
import type { SpecTable } from './spec-strings.ts';
import type { Tour } from './tour.ts';

const title = 'Encryption';

const states = {
  open: (tour: Tour) => open(tour, '/encryption?company=1', title),
  keys: async (tour: Tour) => {
    const page = await open(tour, '/encryption?company=1', title);
    await page.getByRole('tab', { name: 'Encryption Keys' }).click();
    return page;
  },
} satisfies Record<string, Reach>;

const strings: SpecTable<keyof typeof states> = {
  '2 Encryption': {
    open: { title: [title], tab: ['Overview', 'Encryption Keys', 'HSM Status'] },
  },
  '4': { keys: { text: ['Active'] } },
  '9': { open: { part: ['AES-256'] }, keys: { part: ['AES-256-GCM'] } },
};

export function encryption(tour: Tour): void {
  describeScreen(tour, '/encryption', strings, states);
}
