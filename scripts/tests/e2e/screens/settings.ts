import { expect } from 'vitest';
import { button, confirmFresh, open, openFresh, toast } from './acts.ts';
import { type Act, describeActs, dialog } from './entry-acts.ts';
import { describeScreen, type Reach } from './screen-suite.ts';
import type { SpecTable } from './spec-strings.ts';
import type { Tour } from './tour.ts';

const LIMITS = ['/limits?company=1', 'Limits'] as const;
const FACTOR = ['/second-factor?company=1', 'Second Factor'] as const;

async function policy(tour: Tour) {
  const { api } = await tour.as('super_admin');
  return await api.call('GET /reveal-policy', { query: { companyId: 1 } });
}

/** Saves a limit of people on the screen. */
async function setLimit(tour: Tour, people: number, said: string): Promise<void> {
  const page = await openFresh(tour, ...LIMITS);
  await page.getByLabel('People per user', { exact: true }).fill(String(people));
  await button(page, 'Save limits').click();
  await toast(page, said);
}

const states = {
  limits: (tour: Tour) => open(tour, ...LIMITS),
  'a second factor': (tour: Tour) => open(tour, ...FACTOR),
} satisfies Record<string, Reach>;

const strings: SpecTable<keyof typeof states> = {
  Settings: {
    limits: {
      title: ['Limits'],
      text: ['Daily limits, and the numbers above which a second person must approve'],
      heading: ['Limits of the company'],
      button: ['Refresh', 'Save limits'],
    },
    'a second factor': {
      title: ['Second Factor'],
      text: ['Roles that need more than a password to sign in'],
      heading: ['Roles that need a second factor'],
      button: ['Refresh', 'Save roles'],
    },
  },
};

const acts: Readonly<Record<string, Act>> = {
  'tighter limits take effect at once': async (tour) => {
    const { peoplePerUser } = await policy(tour);
    await setLimit(tour, peoplePerUser - 1, 'Limits saved');
    expect(await policy(tour)).toMatchObject({ peoplePerUser: peoplePerUser - 1, pending: null });
  },
  'looser limits need another person, who refuses them, then approves them': async (tour) => {
    const { peoplePerUser } = await policy(tour);
    const wanted = peoplePerUser + 1;
    for (const verdict of ['Refuse', 'Approve'] as const) {
      await setLimit(tour, wanted, 'Looser limits pending');
      const { page: own } = await tour.as('super_admin');
      await own.getByText(`${peoplePerUser} → ${wanted}`).waitFor();
      expect(await button(own, 'Approve limits').count()).toBe(0);
      expect(await policy(tour)).toMatchObject({
        peoplePerUser,
        pending: { wanted: { peoplePerUser: wanted } },
      });
      await confirmFresh(await tour.as('admin'));
      const page = await open(tour, ...LIMITS, 'admin');
      const question = dialog(page, `${verdict} the looser limits?`);
      await button(page, `${verdict} limits`).click();
      await button(question, 'Cancel').click();
      await question.waitFor({ state: 'hidden' });
      await button(page, `${verdict} limits`).click();
      await button(question, `${verdict} limits`).click();
      await toast(page, verdict === 'Refuse' ? 'Looser limits refused' : 'Limits approved');
      const holds = verdict === 'Refuse' ? peoplePerUser : wanted;
      expect(await policy(tour)).toMatchObject({ peoplePerUser: holds, pending: null });
    }
  },
  'a second factor is required for a role, then no longer': async (tour) => {
    const { api } = await tour.as('super_admin');
    const page = await openFresh(tour, ...FACTOR);
    const roles = async () =>
      (await api.call('GET /second-factor-policy', { query: { companyId: 1 } })).roles;
    const checkbox = page.getByRole('checkbox', { name: 'Analytics', exact: true });
    for (const isRequired of [true, false]) {
      await checkbox.setChecked(isRequired);
      await button(page, 'Save roles').click();
      await expect.poll(roles).toEqual(isRequired ? ['analytics'] : []);
      await toast(page, 'Second-factor policy saved');
    }
  },
};

/** Limits and second factor; sign-in security, their third tab, has its own suite. */
export function settings(tour: Tour): void {
  describeScreen(tour, 'settings', strings, states);
  describeActs(tour, 'settings', acts, ['super_admin', 'admin']);
}
