import { button, open } from './acts.ts';
import type { Reach } from './screen-suite.ts';
import { describeScreen } from './screen-suite.ts';
import type { SpecTable } from './spec-strings.ts';
import type { Tour } from './tour.ts';

const title = 'Key Management';
const path = '/encryption-keys?company=1';

const states = {
  open: (tour: Tour) => open(tour, path, title),
  'the keys': (tour: Tour) => open(tour, path, title),
  'the type filter': async (tour: Tour) => {
    const page = await open(tour, path, title);
    await button(page, /^Key type: /).click();
    return page;
  },
  'the rotate dialog': (tour: Tour) => open(tour, `${path}&rotate=new`, title),
} satisfies Record<string, Reach>;

const strings: SpecTable<keyof typeof states> = {
  '2 Key Management': {
    open: {
      title: [title],
      text: ['Total Keys', 'Active Keys', 'Expiring Soon', 'Expired Keys'],
      button: ['Rotate Key'],
    },
    'the type filter': { option: ['Master', 'Field', 'Backup'] },
    'the rotate dialog': { dialog: ['Rotate Key'], label: ['Company', 'Key type'] },
  },
  '4': { 'the keys': { text: ['Active'] } },
  '9': { open: { text: ['In the last quarter of their lifetime, at most 30 days'] } },
};

export function keyManagement(tour: Tour): void {
  describeScreen(tour, '/encryption-keys', strings, states);
}
