import { expect } from 'vitest';
import { answer, button, confirmFresh, open, refuse, toast } from './acts.ts';
import { type Act, describeActs, dialog, openAfterCancel, refreshes } from './entry-acts.ts';
import { describeScreen, type Reach } from './screen-suite.ts';
import type { SpecTable } from './spec-strings.ts';
import type { Tour } from './tour.ts';

const TITLE = 'Access Reviews';
const PATH = '/access-reviews?company=1';
const QUESTION = 'Start an access review?';

async function stored(tour: Tour) {
  const { api } = await tour.as('super_admin');
  return await api.call('GET /access-reviews', { query: { companyId: 1, limit: 200 } });
}

/** The open review, started by the API if there is none. */
async function openReview(tour: Tour) {
  const known = (await stored(tour)).find(({ status }) => status === 'open');
  if (known !== undefined) return known;
  const { api } = await tour.as('super_admin');
  return await api.call('POST /access-reviews', { body: { companyId: 1 } });
}

const answered =
  (rows: (tour: Tour) => Promise<unknown>): Reach =>
  async (tour) => {
    const { page } = await tour.as('super_admin');
    await answer(page, '/access-reviews', await rows(tour));
    return await open(tour, PATH, TITLE);
  };

const lastYear = new Date(Date.now() - 365 * 86_400_000).toISOString();
const states = {
  open: (tour: Tour) => open(tour, PATH, TITLE),
  'no review': answered(async () => []),
  'a review of last year': answered(async (tour) => {
    const last = (await stored(tour)).find(({ status }) => status === 'finished');
    return [{ ...last, reviewedAt: lastYear }];
  }),
  'the question': (tour: Tour) => open(tour, `${PATH}&new=1`, TITLE),
} satisfies Record<string, Reach>;

const strings: SpecTable<keyof typeof states> = {
  'Access Reviews': {
    open: {
      title: [TITLE],
      text: ['Who may enter the company, reviewed account by account, and when the next review is due'],
      part: ['The next one is due within 90 days of it.'],
      column: ['Started', 'Status', 'Decided', 'Finished by', 'Finished'],
      button: ['Start a Review', 'Refresh'],
    },
    'no review': {
      text: ['No review yet', 'Access has never been reviewed with signed evidence. Start a review.'],
    },
    'a review of last year': { part: ['more than 90 days ago.'], button: ['Start a Review'] },
    'the question': { dialog: [QUESTION], part: ['keep or revoke each'], button: ['Cancel'] },
  },
};

/** The screen of the open review. */
async function openLines(tour: Tour, role: 'super_admin' | 'admin') {
  const { id } = await openReview(tour);
  const { page } = await tour.as(role);
  await page.goto(`/access-reviews/${id}?company=1`);
  await page.getByRole('heading', { name: /^Access Review of/ }).waitFor();
  await page.getByRole('row').nth(1).waitFor();
  return page;
}

/** Lines that the super admin may decide: another administrator decides about its own account. */
async function linesOf(tour: Tour, id: number) {
  const { api } = await tour.as('super_admin');
  return await api.call('GET /access-reviews/{id}/lines', { params: { id }, query: { limit: 200 } });
}

const acts: Readonly<Record<string, Act>> = {
  'a review is cancelled, refused, and started': async (tour) => {
    const { window } = await tour.as('super_admin');
    const before = await stored(tour);
    const page = await open(tour, PATH, TITLE);
    const question = dialog(page, QUESTION);
    await openAfterCancel(button(page, 'Start a Review').first(), question);
    for (const status of [403, 409, 429, 500, 503]) {
      const detail = `The words of a refusal with ${status}.`;
      const end = await refuse(window, { method: 'POST', path: '/access-reviews', status, detail });
      await button(question, 'Start a Review').click();
      await toast(page, detail);
      await end();
    }
    expect(await stored(tour)).toEqual(before);
    await button(question, 'Start a Review').click();
    await page.waitForURL(/\/access-reviews\/\d+/);
    const [last, ...others] = await stored(tour);
    expect(others).toEqual(before);
    expect(last).toMatchObject({ status: 'open', decided: 0, startedByName: expect.any(String) });
  },
  'an API credential is revoked at once, and a line is kept by its key': async (tour) => {
    const visitor = await tour.as('super_admin');
    await confirmFresh(visitor);
    // A new account, so that no other screen loses a credential.
    const { user } = await visitor.api.call('POST /users', {
      body: {
        ...{
          email: `reviewed-${Date.now().toString(36)}@example.com`,
          firstName: 'Reviewed',
          lastName: 'Client',
        },
        ...{ role: 'pii_view', companyId: 1, generatePassword: true, sendEmail: false },
      },
    });
    const params = { id: user.id };
    // Who makes the secret of a client does not decide about it.
    const maker = await tour.as('admin');
    await confirmFresh(maker);
    await maker.api.call('POST /users/{id}/api-credentials/generate', { params });
    const { id } = await visitor.api.call('POST /access-reviews', {
      body: { companyId: 1, startOver: true },
    });
    const page = await openLines(tour, 'super_admin');
    await button(page, 'Revoke the API credential of Reviewed Client').click();
    const question = dialog(page, 'Revoke the API credential of Reviewed Client?');
    await button(question, 'Revoke').click();
    await toast(page, 'Access of Reviewed Client revoked');
    const status = await visitor.api.call('GET /users/{id}/api-credentials', { params });
    expect(status.hasCredentials).toBe(false);
    await page.getByRole('toolbar').getByRole('button', { name: 'Keep' }).waitFor();
    await page.keyboard.press('v');
    await page.getByText(/^2 of \d+ decided$/).waitFor();
    const decided = (await linesOf(tour, id)).filter(({ decision }) => decision !== null);
    expect(decided.map(({ decision }) => decision).toSorted()).toEqual(['keep', 'revoke']);
    await visitor.api.call('DELETE /users/{id}', { params });
  },
  'the rest is kept by two persons, then the review is finished and its evidence saved': async (tour) => {
    const { id } = await openReview(tour);
    const keepRest = async (role: 'super_admin' | 'admin') => {
      const page = await openLines(tour, role);
      await page.getByRole('button', { name: /^Keep the \d+ That Remains?$/ }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Keep', exact: true }).click();
      await page.getByText(/^\d+ lines? kept$/).waitFor();
      return page;
    };
    await keepRest('super_admin');
    const left = (await linesOf(tour, id)).filter(({ decision }) => decision === null);
    // The own account, and the clients whose secrets the super admin has made.
    expect(new Set(left.map(({ obstacle }) => obstacle))).toEqual(new Set(['own', 'dependent']));
    const page = await keepRest('admin');
    await button(page, 'Finish the Review').click();
    await toast(page, 'Review finished and signed');
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      button(page, 'Download Evidence').click(),
    ]);
    expect(saved.suggestedFilename()).toBe(`access-review-${id}.json`);
    expect((await stored(tour))[0]).toMatchObject({ id, status: 'finished', revoked: 1 });
  },
  'the list is fetched again': async (tour) => {
    await refreshes(await open(tour, PATH, TITLE), '/access-reviews');
  },
};

export function accessReviews(tour: Tour): void {
  describeScreen(tour, '/access-reviews', strings, states);
  describeActs(tour, '/access-reviews', acts, ['super_admin', 'admin']);
}
