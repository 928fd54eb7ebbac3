import { open } from './acts.ts';
import type { Reach } from './screen-suite.ts';
import { describeScreen } from './screen-suite.ts';
import type { SpecTable } from './spec-strings.ts';
import type { Tour } from './tour.ts';

const title = 'Security Dashboard';
const path = '/security-dashboard?company=1';
const tab = (name: string) => async (tour: Tour) => {
  const page = await open(tour, path, title);
  await page.getByRole('tab', { name }).click();
  return page;
};

const states = {
  open: (tour: Tour) => open(tour, path, title),
  attempts: tab('High-Risk Attempts'),
  devices: tab('Device Analysis'),
  threats: tab('Threat Intelligence'),
  'seen by a reader': async (tour: Tour) => {
    const { page } = await tour.as('pii_view');
    await page.goto(path);
    return page;
  },
} satisfies Record<string, Reach>;

const strings: SpecTable<keyof typeof states> = {
  '2 Security Dashboard': {
    open: {
      title: [title],
      tab: ['24h', '7d', '30d', 'High-Risk Attempts', 'Device Analysis', 'Threat Intelligence'],
    },
    attempts: { text: ['Blocked'] },
    devices: { column: ['Device'] },
    threats: { text: ['Credential stuffing'] },
  },
  '3': {
    open: {
      text: ['Total Attempts', 'Successful Logins', 'Failed Attempts', 'Blocked Attempts', 'Unique IPs'],
    },
  },
  '4': { attempts: { part: ['High'] } },
  '6': {
    'seen by a reader': {
      part: ['Access denied. You need admin privileges to view security dashboard.'],
    },
  },
};

export function securityDashboard(tour: Tour): void {
  describeScreen(tour, '/security-dashboard', strings, states);
}
