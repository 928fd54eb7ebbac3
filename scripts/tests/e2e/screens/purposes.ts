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
  tick,
} from './entry-acts.ts';
import { describeScreen, type Reach } from './screen-suite.ts';
import type { SpecTable } from './spec-strings.ts';
import type { Tour } from './tour.ts';

const TITLE = 'Purposes & Notices';
const PATH = '/purposes';
const register = new Register({ title: TITLE, path: PATH, panel: 'Purpose', add: 'Add Purpose' });
const NAME = `tour_${SUFFIX}`;
const SHOWN = `Tour ${SUFFIX}`;
const BARE = `bare_${SUFFIX}`;

async function stored(tour: Tour, name: string) {
  const { api } = await tour.as('super_admin');
  const purposes = await api.call('GET /purposes', { query: { companyId: 1, limit: 200 } });
  return purposes.find(({ purpose }) => purpose === name);
}

const states = {
  ...register.states('KYC'),
  'an empty form': async (tour: Tour) => {
    const { page, form } = await register.adding(tour);
    await button(form, 'Add').click();
    return page;
  },
} satisfies Record<string, Reach>;

const strings: SpecTable<keyof typeof states> = {
  'Purposes & Notices': {
    open: {
      title: [TITLE],
      text: ['Purposes of processing, their lawful basis and their notices'],
      heading: ['Purposes'],
      column: ['Name', 'Lawful basis', 'Current notice', 'Kept for, days', 'Last changed'],
      button: ['Add Purpose', 'Refresh', 'Columns'],
    },
    'an empty list': { text: ['No purpose is entered'], button: ['Add Purpose'] },
    'the add dialog': {
      dialog: ['Add Purpose'],
      label: ['Lawful basis', 'Description', 'Version of the notice', 'Kept for, days', 'Kept after'],
      choice: ['Consent', 'Given voluntarily \\(s\\. 7a\\)', 'Inactivity'],
    },
    'an empty form': { text: ['This is required.'] },
  },
};

const acts: Readonly<Record<string, Act>> = {
  'a purpose with its notice is refused, discarded, and added': async (tour) => {
    const { window } = await tour.as('super_admin');
    const page = await register.opened(tour);
    const form = dialog(page, 'Add Purpose');
    for (const isLast of [false, true]) {
      await button(page, 'Add Purpose').click();
      await fill(form, {
        Name: NAME,
        'Lawful basis': 'Consent',
        Description: 'To see each screen.',
        'Version of the notice': 'v1',
        'Kept for, days': '30',
        'Kept after': 'Purpose served',
      });
      await tick(form, ['Phone', 'PAN']);
      if (isLast) break;
      const kept = ['Version of the notice', 'v1'] as const;
      await staysWhenRefused(window, { form, submit: 'Add', method: 'POST', path: PATH, kept });
      await discard(form);
    }
    expect(await stored(tour, NAME)).toBeUndefined();
    await button(form, 'Add').click();
    await toast(page, 'Purpose added');
    expect(await stored(tour, NAME)).toMatchObject({
      lawfulBasis: 'consent',
      description: 'To see each screen.',
      notices: [{ version: 'v1', retentionDays: 30, endEvent: 'purpose_served' }],
    });
    expect((await stored(tour, NAME))?.notices[0]?.fieldTypes.toSorted()).toEqual(['pan', 'phone']);
  },
  'a name that exists already is refused by the server': async (tour) => {
    const { window, form } = await register.adding(tour);
    await fill(form, { Name: NAME });
    window.provoke(/^409 POST \/api\/purposes$/);
    await button(form, 'Add').click();
    await form.getByText('This purpose is registered already').waitFor();
    await discard(form);
  },
  'a further notice is published and the former stays': async (tour) => {
    const { page, panel } = await register.entry(tour, SHOWN);
    await button(panel, 'Publish a notice').click();
    const form = dialog(page, `Publish a notice for ${NAME}`);
    await fill(form, { 'Version of the notice': 'v2', 'Kept for, days': '60' });
    await tick(form, ['Email']);
    await button(form, 'Publish').click();
    await toast(page, 'Notice published');
    await panel.getByText('v2', { exact: true }).waitFor();
    await panel.getByText('v1', { exact: true }).waitFor();
    const notices = (await stored(tour, NAME))?.notices;
    expect(notices?.map(({ version, retentionDays }) => [version, retentionDays])).toEqual([
      ['v1', 30],
      ['v2', 60],
    ]);
  },
  'a change of an outdated entry is refused, and accepted after it is opened again': async (tour) => {
    const { window, api, page, panel } = await register.entry(tour, SHOWN);
    const form = dialog(page, `Edit ${NAME}`);
    await button(panel, 'Edit').click();
    await fill(form, { Description: 'Typed second.' });
    const id = (await stored(tour, NAME))?.id ?? 0;
    await api.call('PUT /purposes/{id}', { params: { id }, body: { description: 'Stored first.' } });
    await comesSecond(window, { form, submit: 'Save changes', call: PATH });
    expect((await stored(tour, NAME))?.description).toBe('Stored first.');
    await panel.getByText('Stored first.').waitFor();
    await button(panel, 'Edit').click();
    await fill(form, { Description: 'Typed third.', 'Lawful basis': 'Employment (s. 7i)' });
    await button(form, 'Save changes').click();
    await toast(page, 'Purpose changed');
    expect(await stored(tour, NAME)).toMatchObject({
      description: 'Typed third.',
      lawfulBasis: 's7_employment',
    });
  },
  'a missing notice is named with a link to its entry, until it is published': async (tour) => {
    const { api } = await tour.as('super_admin');
    await api.call('POST /purposes', { body: { companyId: 1, purpose: BARE } });
    const { page, next, panel } = await register.next(
      tour,
      `Bare ${SUFFIX} lacks a lawful basis or a notice.`,
    );
    await panel.getByText('No lawful basis').waitFor();
    await panel.getByText('No notice', { exact: true }).waitFor();
    await button(panel, 'Publish a notice').click();
    const notice = dialog(page, `Publish a notice for ${BARE}`);
    await fill(notice, { 'Version of the notice': '2026-01' });
    await tick(notice, ['Name']);
    await button(notice, 'Publish').click();
    await toast(page, 'Notice published');
    await button(panel, 'Edit').click();
    const form = dialog(page, `Edit ${BARE}`);
    await fill(form, { 'Lawful basis': 'Consent' });
    await button(form, 'Save changes').click();
    await next.getByText('Every purpose has a lawful basis and a notice.').waitFor();
    expect(await stored(tour, BARE)).toMatchObject({
      lawfulBasis: 'consent',
      notices: [{ version: '2026-01', fieldTypes: ['name'] }],
    });
  },
  ...register.list(async () => SHOWN),
};

export function purposes(tour: Tour): void {
  describeScreen(tour, PATH, strings, states);
  describeActs(tour, PATH, acts);
}
