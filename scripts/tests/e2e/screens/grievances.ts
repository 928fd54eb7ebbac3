import { expect } from 'vitest';
import { answer, button, open, toast } from './acts.ts';
import {
  type Act,
  closesPanel,
  describeActs,
  dialog,
  discard,
  fill,
  openEntry,
  refreshes,
  SUFFIX,
  staysWhenRefused,
} from './entry-acts.ts';
import { describeScreen, type Reach } from './screen-suite.ts';
import type { SpecTable } from './spec-strings.ts';
import type { Tour } from './tour.ts';

const TITLE = 'Grievances';
const PATH = '/grievances?company=1';
const SUBJECT = `Letters to a wrong name ${SUFFIX}`;
const DAY_MS = 86_400_000;

async function stored(tour: Tour) {
  const { api } = await tour.as('super_admin');
  const grievances = await api.call('GET /grievances', { query: { companyId: 1, limit: 200 } });
  return grievances.find(({ subject }) => subject?.includes(SUFFIX));
}

const opened: Reach = (tour) => open(tour, `${PATH}&new=1`, TITLE);

const states = {
  open: async (tour: Tour) => {
    const page = await open(tour, PATH, TITLE);
    await page.getByRole('row', { name: 'Old address on statements' }).waitFor();
    return page;
  },
  'an empty list': async (tour: Tour) => {
    const { page } = await tour.as('super_admin');
    await answer(page, '/grievances', []);
    return await open(tour, PATH, TITLE);
  },
  'the add dialog': opened,
  'a period of 91 days': async (tour: Tour) => {
    const page = await opened(tour);
    const form = dialog(page, 'Add Grievance');
    await fill(form, { Category: 'Access', Subject: 'x', 'Published period, days': '91' });
    await button(form, 'Add').click();
    return page;
  },
} satisfies Record<string, Reach>;

const strings: SpecTable<keyof typeof states> = {
  Grievances: {
    open: {
      title: [TITLE],
      text: ['Complaints of data principals and when each answer is due', 'Closed', 'Open'],
      column: ['Subject', 'Status', 'Answer due', 'Category', 'Received at'],
      button: ['Add Grievance', 'Refresh', 'Open it'],
      part: ['days left', 'closed on'],
    },
    'an empty list': { text: ['No grievance is entered'], button: ['Add Grievance'] },
    'the add dialog': {
      dialog: ['Add Grievance'],
      label: ['Category', 'Subject', 'What was said', 'Individual', 'Received at', 'Published period, days'],
      choice: ['Access', 'Correction', 'Erasure', 'Consent', 'Security', 'Other'],
    },
    'a period of 91 days': { text: ['At most 90 days (Rule 14(3))'] },
  },
};

const acts: Readonly<Record<string, Act>> = {
  'a grievance is refused, and filed with its period': async (tour) => {
    const { window } = await tour.as('super_admin');
    const page = await opened(tour);
    const form = dialog(page, 'Add Grievance');
    await fill(form, {
      Category: 'Correction',
      Subject: SUBJECT,
      'What was said': 'The name on letters is the one before the marriage.',
      Individual: '1',
      'Published period, days': '20',
    });
    const kept = ['Subject', SUBJECT] as const;
    await staysWhenRefused(window, { form, submit: 'Add', method: 'POST', path: '/grievances', kept });
    expect(await stored(tour)).toBeUndefined();
    await button(form, 'Add').click();
    await toast(page, 'Grievance added');
    const grievance = await stored(tour);
    expect(grievance).toMatchObject({
      category: 'correction',
      subject: SUBJECT,
      individualId: 1,
      periodDays: 20,
      closedAt: null,
      overdue: false,
    });
    const periodMs = Date.parse(grievance?.dueAt ?? '') - Date.parse(grievance?.receivedAt ?? '');
    expect(periodMs).toBe(20 * DAY_MS);
  },
  'the one that is due first is named with the way to it': async (tour) => {
    const page = await open(tour, PATH, TITLE);
    const next = page.getByRole('status', { name: 'What to do next' });
    await next.getByText(/^Calls after consent was withdrawn · \d+ days? (left|overdue)$/).waitFor();
    await button(next, 'Open it').click();
    await page
      .getByRole('complementary', { name: 'Grievance' })
      .getByText('The customer withdrew consent at the Hubballi branch')
      .waitFor();
  },
  'a grievance is changed': async (tour) => {
    const page = await open(tour, PATH, TITLE);
    const panel = await openEntry(page, 'Grievance', SUBJECT);
    await panel.getByRole('link', { name: 'IND_1', exact: true }).waitFor();
    await button(panel, 'Edit').click();
    const form = dialog(page, 'Edit Grievance');
    expect(await button(form, 'Save changes').isDisabled()).toBe(true);
    await fill(form, { Category: 'Other' });
    await discard(form);
    await button(panel, 'Edit').click();
    await fill(form, { Category: 'Consent', Subject: `${SUBJECT}, twice` });
    await button(form, 'Save changes').click();
    await toast(page, 'Grievance changed');
    await panel.getByRole('heading', { name: `${SUBJECT}, twice` }).waitFor();
    expect(await stored(tour)).toMatchObject({ category: 'consent', subject: `${SUBJECT}, twice` });
  },
  'an answer that another change came before is refused, and closes it when it is opened again': async (
    tour,
  ) => {
    const { window, api } = await tour.as('super_admin');
    const page = await open(tour, PATH, TITLE);
    const panel = await openEntry(page, 'Grievance', SUBJECT);
    await panel.getByText('Not answered yet').waitFor();
    await button(panel, 'Answer and close').click();
    const form = dialog(page, 'Answer and close the grievance');
    await fill(form, { 'What was done': 'Corrected.' });
    const id = (await stored(tour))?.id ?? 0;
    await api.call('PUT /grievances/{id}', { params: { id }, body: { category: 'security' } });
    window.provoke(/^412 PUT \/api\/grievances\/\d+$/);
    await button(form, 'Close grievance').click();
    await toast(page, 'Error');
    expect((await stored(tour))?.closedAt).toBeNull();
    await discard(form);
    await button(panel, 'Answer and close').click();
    await fill(form, { 'What was done': 'The name was corrected on 3 letters.' });
    await button(form, 'Close grievance').click();
    await toast(page, 'Grievance closed');
    await panel.getByText('Closed', { exact: true }).waitFor();
    expect(await button(panel, 'Answer and close').count()).toBe(0);
    expect(await stored(tour)).toMatchObject({
      resolution: 'The name was corrected on 3 letters.',
      closedAt: expect.any(String),
      overdue: false,
    });
  },
  'the list is fetched again, and the panel closes': async (tour) => {
    const page = await open(tour, PATH, TITLE);
    await closesPanel(page, 'Grievance', SUBJECT);
    await refreshes(page, '/grievances');
  },
};

export function grievances(tour: Tour): void {
  describeScreen(tour, '/grievances', strings, states);
  describeActs(tour, '/grievances', acts);
}
