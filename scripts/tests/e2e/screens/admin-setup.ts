import { answer, button, refuse } from './acts.ts';
import { describeScreen, type Reach } from './screen-suite.ts';
import { sessionStrings } from './session-strings.ts';
import type { Tour } from './tour.ts';

const PASSWORD = 'Tour-of-15-screens!';

const empty = async (tour: Tour) => {
  const { page } = await tour.anybody();
  await answer(page, '/auth/setup-status', { needsSetup: true, loginRisk: 'record' });
  await page.goto('/admin-setup');
  await button(page, 'Create administrator').waitFor();
  return page;
};
const filled =
  (password: string, again = password): Reach =>
  async (tour: Tour) => {
    const page = await empty(tour);
    for (const [label, value] of [
      ['First name', 'Tara'],
      ['Last name', 'Sen'],
      ['Email', 'tara@example.com'],
      ['Password', password],
      ['Confirm password', again],
    ] as const)
      await page.getByLabel(label, { exact: true }).fill(value);
    await button(page, 'Create administrator').click();
    return page;
  };

const states = {
  'an empty form': async (tour: Tour) => {
    const page = await empty(tour);
    await button(page, 'Create administrator').click();
    return page;
  },
  'two passwords': filled(PASSWORD, `${PASSWORD}2`),
  'a short password': filled('Sh0rt!'),
  'a password of one kind': filled('onlylowercaseletters'),
  'an account that cannot be created': async (tour: Tour) => {
    await refuse(await tour.anybody(), { method: 'POST', path: '/auth/setup-admin', status: 500 });
    return await filled(PASSWORD)(tour);
  },
} satisfies Record<string, Reach>;

export function adminSetup(tour: Tour): void {
  describeScreen(tour, '/admin-setup', sessionStrings.setup, states);
}
