import { expect } from 'vitest';
import { answer, button, confirmFresh, open, toast } from './acts.ts';
import {
  type Act,
  describeActs,
  dialog,
  discard,
  fill,
  refreshes,
  SUFFIX,
  staysWhenRefused,
} from './entry-acts.ts';
import { describeScreen, type Reach } from './screen-suite.ts';
import type { SpecTable } from './spec-strings.ts';
import type { Tour } from './tour.ts';

const TITLE = 'Approvals';
const PATH = '/approvals?company=1';
const REASON = `Yearly review ${SUFFIX}`;

async function stored(tour: Tour, reason: string) {
  const { api } = await tour.as('super_admin');
  const approvals = await api.call('GET /approvals', { query: { companyId: 1, limit: 200 } });
  return approvals.find((one) => one.reason === reason);
}

/** The super admin requests a reveal of 5 people by the API. A purpose can have one pending request. */
export async function requestApproval(tour: Tour, reason: string): Promise<number> {
  const { api } = await tour.as('super_admin');
  const purpose = reason.toLowerCase().replace(/\W/g, '_');
  const body = { companyId: 1, kind: 'reveal', purpose, people: 5, reason } as const;
  return (await api.call('POST /approvals', { body })).id;
}

/** The administrator, a different person, decides a request on the screen. */
async function decide(tour: Tour, reason: string, answerOf: 'Approve' | 'Refuse'): Promise<void> {
  await confirmFresh(await tour.as('admin'));
  const page = await open(tour, PATH, TITLE, 'admin');
  const row = page.getByRole('row', { name: reason });
  const question = dialog(page, `${answerOf} this request?`);
  await button(row, answerOf).click();
  await question.getByText(`Reason: ${reason}`).waitFor();
  await button(question, 'Cancel').click();
  await question.waitFor({ state: 'hidden' });
  await button(row, answerOf).click();
  await button(question, answerOf === 'Approve' ? 'Approve request' : 'Refuse request').click();
  await toast(page, answerOf === 'Approve' ? 'Request approved' : 'Request refused');
  await row.getByText(answerOf === 'Approve' ? 'Approved' : 'Refused', { exact: true }).waitFor();
  expect(await button(row, answerOf).count()).toBe(0);
}

const states = {
  open: (tour: Tour) => open(tour, PATH, TITLE),
  'an empty list': async (tour: Tour) => {
    const { page } = await tour.as('super_admin');
    await answer(page, '/approvals', []);
    return await open(tour, PATH, TITLE);
  },
  'a request': async (tour: Tour) => {
    await requestApproval(tour, `Looked at ${SUFFIX}`);
    return await open(tour, PATH, TITLE);
  },
  'an empty form': async (tour: Tour) => {
    const page = await open(tour, `${PATH}&new=1`, TITLE);
    const form = dialog(page, 'Request approval');
    await fill(form, { 'How many people': '0' });
    await button(form, 'Request').click();
    return page;
  },
} satisfies Record<string, Reach>;

const strings: SpecTable<keyof typeof states> = {
  Approvals: {
    open: {
      title: [TITLE],
      text: [
        'Bulk reveals, exports, erasures and consents that need a second person, and your limits for today',
        'People you can still view today',
        'In bulk, without approval',
        'Searches by value left today',
        'Limits are renewed at',
      ],
      heading: ['Requests'],
      button: ['Request approval', 'Refresh'],
    },
    'an empty list': { text: ['No requests yet'], button: ['Request approval'] },
    'a request': {
      column: [
        'Requested by',
        'For',
        'Purpose',
        'People',
        'Reason',
        'Status',
        'Decided by',
        'Valid until',
        'Actions',
      ],
      text: ['Pending', 'Bulk reveal', '0 of 5 used'],
    },
    'an empty form': {
      dialog: ['Request approval'],
      label: ['For', 'Purpose', 'How many people', 'Reason'],
      choice: ['Bulk reveal', 'Export', 'Erasure'],
      text: ['A purpose has 1 to 50 of a-z, 0-9, _ and -', 'At least 1', 'A reason is required'],
    },
  },
};

const acts: Readonly<Record<string, Act>> = {
  'a request is refused, discarded, and sent': async (tour) => {
    const { window } = await tour.as('super_admin');
    const page = await open(tour, PATH, TITLE);
    const form = dialog(page, 'Request approval');
    const typed = { For: 'Export', Purpose: 'kyc', 'How many people': '7', Reason: REASON };
    await button(page, 'Request approval').click();
    await fill(form, typed);
    const kept = ['Reason', REASON] as const;
    await staysWhenRefused(window, { form, submit: 'Request', method: 'POST', path: '/approvals', kept });
    await discard(form);
    expect(await stored(tour, REASON)).toBeUndefined();
    await button(page, 'Request approval').click();
    await fill(form, typed);
    await button(form, 'Request').click();
    await toast(page, 'Approval requested');
    expect(await stored(tour, REASON)).toMatchObject({
      kind: 'export',
      purpose: 'kyc',
      people: 7,
      used: 0,
      status: 'pending',
      mayDecide: false,
    });
  },
  'a user cannot decide their own request, on the screen and at the server': async (tour) => {
    const visitor = await tour.as('super_admin');
    await confirmFresh(visitor);
    const page = await open(tour, PATH, TITLE);
    const row = page.getByRole('row', { name: REASON });
    await row.getByText('Pending').waitFor();
    expect(await row.getByRole('button').count()).toBe(0);
    const id = (await stored(tour, REASON))?.id ?? 0;
    for (const key of ['POST /approvals/{id}/approve', 'POST /approvals/{id}/refuse'] as const)
      await expect(visitor.api.call(key, { params: { id } })).rejects.toMatchObject({
        status: 403,
        reason: 'OWN_REQUEST',
      });
    expect((await stored(tour, REASON))?.status).toBe('pending');
  },
  'another person approves it': async (tour) => {
    await decide(tour, REASON, 'Approve');
    expect(await stored(tour, REASON)).toMatchObject({ status: 'approved', decidedByName: 'Ravi Nair' });
  },
  'another person refuses one': async (tour) => {
    const reason = `Refused ${SUFFIX}`;
    await requestApproval(tour, reason);
    await decide(tour, reason, 'Refuse');
    expect(await stored(tour, reason)).toMatchObject({ status: 'refused', decidedByName: 'Ravi Nair' });
  },
  'a request decided by another user says so, and the list is fetched again': async (tour) => {
    const reason = `Raced ${SUFFIX}`;
    const id = await requestApproval(tour, reason);
    const { api, window, page } = await tour.as('admin');
    await confirmFresh(await tour.as('admin'));
    await open(tour, PATH, TITLE, 'admin');
    const row = page.getByRole('row', { name: reason });
    await button(row, 'Approve').click();
    await api.call('POST /approvals/{id}/refuse', { params: { id } });
    window.provoke(/^409 POST \/api\/approvals\/\d+\/approve$/);
    await button(dialog(page, 'Approve this request?'), 'Approve request').click();
    await toast(page, 'Error');
    await row.getByText('Refused', { exact: true }).waitFor();
  },
  'the list is fetched again': async (tour) => {
    await refreshes(await open(tour, PATH, TITLE), '/approvals');
  },
};

export function approvals(tour: Tour): void {
  describeScreen(tour, '/approvals', strings, states);
  describeActs(tour, '/approvals', acts, ['super_admin', 'admin']);
}
