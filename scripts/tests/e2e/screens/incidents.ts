import { expect } from 'vitest';
import { button, toast } from './acts.ts';
import {
  type Act,
  describeActs,
  dialog,
  discard,
  fill,
  openAfterCancel,
  Register,
  SUFFIX,
  staysWhenRefused,
} from './entry-acts.ts';
import { describeScreen } from './screen-suite.ts';
import type { SpecTable } from './spec-strings.ts';
import type { Tour } from './tour.ts';

const TITLE = 'Breach Incidents';
const PATH = '/incidents';
const register = new Register({ title: TITLE, path: PATH, panel: 'Incident', add: 'Add Incident' });
const NAME = `Letters found in a bin ${SUFFIX}`;
const LATE = `Backup left on a train ${SUFFIX}`;
const HOUR_MS = 3_600_000;
/** Rule 7(2)(b) of the DPDP Rules, 2025. */
const REPORT_MS = 72 * HOUR_MS;
/** The six headings of the report. */
const HEADINGS = {
  '(i) Nature, extent, timing, location and likely impact': 'Nine letters in a bin behind the branch.',
  '(ii) Events, circumstances and reasons': 'The shredder was out of order.',
  '(iii) Measures to mitigate risk': 'The letters were collected.',
  '(iv) Findings about who caused it': 'No intent.',
  '(v) Measures against recurrence': 'A second shredder.',
  '(vi) Intimations to data principals': 'Nine people were told by phone.',
} as const;

async function stored(tour: Tour, name: string) {
  const { api } = await tour.as('super_admin');
  const incidents = await api.call('GET /incidents', { query: { companyId: 1, limit: 200 } });
  return incidents.find(({ title }) => title === name);
}

const states = register.states('Statements sent to the wrong household');

const strings: SpecTable<keyof typeof states> = {
  'Breach Incidents': {
    open: {
      title: [TITLE],
      text: ['Personal data breaches and their reports to the Data Protection Board', 'Reported', '6 of 6'],
      column: [
        'Title',
        'Status',
        'Report to the Board',
        'Headings',
        'People affected',
        'Company aware since',
      ],
      button: ['Add Incident', 'Refresh', 'Open it'],
      part: ['min left', 'reported on'],
    },
    'an empty list': { text: ['No incident is entered'], button: ['Add Incident'] },
    'the add dialog': {
      dialog: ['Add Incident'],
      label: ['Title', 'Company aware since', 'Occurred at', 'People affected', ...Object.keys(HEADINGS)],
    },
  },
};

const acts: Readonly<Record<string, Act>> = {
  'an incident is refused, and entered with a clock of 72 hours': async (tour) => {
    const { window, page, form } = await register.adding(tour);
    await fill(form, { Title: NAME, 'Occurred at': '2026-01-02T10:30' });
    const kept = ['Title', NAME] as const;
    await staysWhenRefused(window, { form, submit: 'Add', method: 'POST', path: PATH, kept });
    expect(await stored(tour, NAME)).toBeUndefined();
    await button(form, 'Add').click();
    await toast(page, 'Incident added. The period for its report has started.');
    await page.getByRole('row', { name: new RegExp(`${NAME}.*71 h \\d+ min left`) }).waitFor();
    const incident = await stored(tour, NAME);
    expect(incident).toMatchObject({ status: 'open', reportedAt: null, affected: null });
    expect(Date.parse(incident?.dueAt ?? '') - Date.parse(incident?.awareAt ?? '')).toBe(REPORT_MS);
  },
  'the incident that is due first is named, with a link to its entry': async (tour) => {
    const { panel } = await register.next(
      tour,
      /^Field officer’s tablet stolen · .* · 4 headings are empty$/,
    );
    await button(panel, 'Fill in 4 headings').waitFor();
  },
  'its headings are filled in': async (tour) => {
    const { window, page, panel } = await register.entry(tour, NAME);
    await button(panel, 'Fill in 6 headings').click();
    const form = dialog(page, 'Edit Incident');
    const all = { 'People affected': '9', ...HEADINGS };
    await fill(form, all);
    await discard(form);
    await button(panel, 'Fill in 6 headings').click();
    await fill(form, all);
    const kept = ['People affected', '9'] as const;
    const path = /^\/incidents\/\d+$/;
    await staysWhenRefused(window, { form, submit: 'Save changes', method: 'PUT', path, kept });
    await button(form, 'Save changes').click();
    await toast(page, 'Incident changed');
    await button(panel, 'Edit').waitFor();
    const incident = await stored(tour, NAME);
    expect(incident).toMatchObject({ affected: 9, status: 'open' });
    expect(Object.values(incident?.headings ?? {}).toSorted()).toEqual(Object.values(HEADINGS).toSorted());
  },
  'its report is recorded': async (tour) => {
    const { page, panel } = await register.entry(tour, NAME);
    const form = dialog(page, 'Report given to the Board');
    await openAfterCancel(button(panel, 'Mark as reported'), form);
    await button(form, 'Record the report').click();
    await toast(page, 'Report recorded');
    await panel.getByText('Reported', { exact: true }).waitFor();
    expect(await button(panel, 'Mark as reported').count()).toBe(0);
    expect(await stored(tour, NAME)).toMatchObject({ status: 'reported', reportedAt: expect.any(String) });
  },
  'a report that is late and lacks headings says so': async (tour) => {
    const { api } = await tour.as('super_admin');
    const awareAt = new Date(Date.now() - REPORT_MS - HOUR_MS).toISOString();
    await api.call('POST /incidents', { body: { companyId: 1, title: LATE, awareAt } });
    const { page, panel } = await register.next(tour, /overdue by 1 h \d+ min/);
    await panel.getByRole('heading', { name: LATE }).waitFor();
    await panel.getByText('Overdue', { exact: true }).waitFor();
    await button(panel, 'Mark as reported').click();
    await button(dialog(page, 'Report given to the Board'), 'Record the report').click();
    await toast(page, 'Report recorded');
    await panel.getByText('Reported late', { exact: true }).waitFor();
    expect((await stored(tour, LATE))?.status).toBe('reported_late');
  },
  ...register.list(async () => NAME),
};

export function incidents(tour: Tour): void {
  describeScreen(tour, PATH, strings, states);
  describeActs(tour, PATH, acts);
}
