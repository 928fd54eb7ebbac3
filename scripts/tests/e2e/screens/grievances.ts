import { expect } from 'vitest';
import { button, toast } from './acts.ts';
import {
  type Act,
  comesSecond,
  describeActs,
  dialog,
  discard,
  fill,
  Register,
  SUFFIX,
  staysWhenRefused,
} from './entry-acts.ts';
import { describeScreen, type Reach } from './screen-suite.ts';
import type { SpecTable } from './spec-strings.ts';
import type { Tour } from './tour.ts';

const TITLE = 'Grievances';
const PATH = '/grievances';
const register = new Register({ title: TITLE, path: PATH, panel: 'Grievance', add: 'Add Grievance' });
const SUBJECT = `Letters to a wrong name ${SUFFIX}`;
const DAY_MS = 86_400_000;

async function stored(tour: Tour) {
  const { api } = await tour.as('super_admin');
  const grievances = await api.call('GET /grievances', { query: { companyId: 1, limit: 200 } });
  return grievances.find(({ subject }) => subject?.includes(SUFFIX));
}

const states = {
  ...register.states('Old address on statements'),
  'a period of 91 days': async (tour: Tour) => {
    const { page, form } = await register.adding(tour);
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
    const { window, page, form } = await register.adding(tour);
    await fill(form, {
      Category: 'Correction',
      Subject: SUBJECT,
      'What was said': 'The name on letters is the one before the marriage.',
      Individual: '1',
      'Published period, days': '20',
    });
    const kept = ['Subject', SUBJECT] as const;
    await staysWhenRefused(window, { form, submit: 'Add', method: 'POST', path: PATH, kept });
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
    // To the end of the last day.
    expect(Math.floor(periodMs / DAY_MS)).toBe(20);
  },
  'the grievance that is due first is named, with a link to its entry': async (tour) => {
    const { panel } = await register.next(
      tour,
      /^Calls after consent was withdrawn · \d+ days? (left|overdue)$/,
    );
    await panel.getByText('The customer withdrew consent at the Hubballi branch').waitFor();
  },
  'a grievance is changed': async (tour) => {
    const { page, panel } = await register.entry(tour, SUBJECT);
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
  'an answer to an outdated entry is refused, and accepted after it is opened again': async (tour) => {
    const { window, api, page, panel } = await register.entry(tour, SUBJECT);
    await panel.getByText('Not answered yet').waitFor();
    await button(panel, 'Answer and close').click();
    const form = dialog(page, 'Answer and close the grievance');
    await fill(form, { 'What was done': 'Corrected.' });
    const id = (await stored(tour))?.id ?? 0;
    await api.call('PUT /grievances/{id}', { params: { id }, body: { category: 'security' } });
    await comesSecond(window, { form, submit: 'Close grievance', call: PATH });
    expect((await stored(tour))?.closedAt).toBeNull();
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
  ...register.list(async () => SUBJECT),
};

export function grievances(tour: Tour): void {
  describeScreen(tour, PATH, strings, states);
  describeActs(tour, PATH, acts);
}
