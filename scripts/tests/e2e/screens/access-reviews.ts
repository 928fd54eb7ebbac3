import { expect } from 'vitest';
import { answer, button, open, refuse, toast } from './acts.ts';
import { type Act, describeActs, dialog, openAfterCancel, refreshes } from './entry-acts.ts';
import { describeScreen, type Reach } from './screen-suite.ts';
import type { SpecTable } from './spec-strings.ts';
import type { Tour } from './tour.ts';

const TITLE = 'Access Reviews';
const PATH = '/access-reviews?company=1';
const QUESTION = 'Have you gone through the privileged users?';

async function stored(tour: Tour) {
  const { api } = await tour.as('super_admin');
  return await api.call('GET /access-reviews', { query: { companyId: 1, limit: 200 } });
}

const answered =
  (rows: (tour: Tour) => Promise<unknown>): Reach =>
  async (tour) => {
    const { page } = await tour.as('super_admin');
    await answer(page, '/access-reviews', await rows(tour));
    return await open(tour, PATH, TITLE);
  };

const states = {
  open: (tour: Tour) => open(tour, PATH, TITLE),
  'no review': answered(async () => []),
  'a review of last year': answered(async (tour) => {
    const [last] = await stored(tour);
    return [{ ...last, reviewedAt: new Date(Date.now() - 365 * 86_400_000).toISOString() }];
  }),
  'the question': (tour: Tour) => open(tour, `${PATH}&new=1`, TITLE),
} satisfies Record<string, Reach>;

const strings: SpecTable<keyof typeof states> = {
  'Access Reviews': {
    open: {
      title: [TITLE],
      text: ['Reviews of privileged users and when the next one is due'],
      part: ['The next one is due within 90 days of it.'],
      column: ['Reviewed at', 'When', 'Reviewed by'],
      button: ['Record a Review', 'Refresh'],
    },
    'no review': {
      text: [
        'No review is recorded',
        'Privileged users have never been reviewed. Review them in User Management, then record it.',
      ],
    },
    'a review of last year': { part: ['more than 90 days ago.'], button: ['Record a Review'] },
    'the question': { dialog: [QUESTION], part: ['This cannot be undone.'], button: ['Cancel'] },
  },
};

const acts: Readonly<Record<string, Act>> = {
  'a review is cancelled, refused, and recorded with the name of the user': async (tour) => {
    const { window } = await tour.as('super_admin');
    const before = await stored(tour);
    const page = await open(tour, PATH, TITLE);
    const question = dialog(page, QUESTION);
    const ask = button(page, 'Record a Review').first();
    await openAfterCancel(ask, question);
    for (const status of [403, 409, 429, 500, 503]) {
      const detail = `The words of a refusal with ${status}.`;
      const end = await refuse(window, { method: 'POST', path: '/access-reviews', status, detail });
      await button(question, 'Record a Review').click();
      await toast(page, detail);
      await end();
    }
    expect(await stored(tour)).toEqual(before);
    await button(question, 'Record a Review').click();
    await toast(page, 'Review recorded');
    const [last, ...others] = await stored(tour);
    expect(others).toEqual(before);
    expect(last?.reviewedByName).toEqual(expect.any(String));
    await page
      .getByRole('link', { name: last?.reviewedByName ?? '', exact: true })
      .first()
      .click();
    await page.waitForURL(/\/users\?.*selected=/);
  },
  'the list is fetched again': async (tour) => {
    await refreshes(await open(tour, PATH, TITLE), '/access-reviews');
  },
};

export function accessReviews(tour: Tour): void {
  describeScreen(tour, '/access-reviews', strings, states);
  describeActs(tour, '/access-reviews', acts);
}
