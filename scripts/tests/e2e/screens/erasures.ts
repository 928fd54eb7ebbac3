import { expect } from 'vitest';
import { answer, button, confirmFresh, toast } from './acts.ts';
import {
  type Act,
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

const TITLE = 'Erasures';
const PATH = '/erasures';
const register = new Register({ title: TITLE, path: PATH, panel: 'Erasure', add: 'Erase a Person' });
const REASON = `Asked for it at the branch ${SUFFIX}`;
/** An individual id that no vault of a test has reached. */
const UNKNOWN_ID = 999_999_999;

async function stored(tour: Tour, individualId?: number) {
  const { api } = await tour.as('super_admin');
  const erasures = await api.call('GET /erasures', { query: { companyId: 1, limit: 200 } });
  return erasures.find((one) => one.individualId === individualId || one.reason === REASON);
}

/** Name of this suite's person in the list. */
const nameOf = async (tour: Tour) => `IND_${(await stored(tour))?.individualId}`;

/** Creates a person that no other suite uses. */
async function makePerson(tour: Tour): Promise<number> {
  const { api } = await tour.as('super_admin');
  const body = { companyId: 1, consentDetails: { purpose: 'kyc' }, fields: { name: `Tara ${SUFFIX}` } };
  return (await api.call('POST /pii-records', { body })).individualId;
}

/** Shows an erasure after its retention period, with an invalid certificate. */
const certified: Reach = async (tour) => {
  const { page, api } = await tour.as('super_admin');
  const [first] = await api.call('GET /erasures', { query: { companyId: 1, limit: 1 } });
  const shreddedAt = first?.requestedAt;
  const certificate = {
    note: 'not signed',
    keyId: '0a1b2c3d-7d5c-4cc1-9b1e-3f6a2b4c5d6e',
    publicKey: 'a2V5',
  };
  await answer(page, '/erasures', [{ ...first, status: 'certified', shreddedAt, certificate }]);
  return await register.opened(tour, `&selected=${first?.individualId}`);
};

const states = {
  ...register.states('Sealed'),
  'an empty form': async (tour: Tour) => {
    const { page, form } = await register.adding(tour);
    await button(form, 'Erase person').click();
    return page;
  },
  'a certified erasure': certified,
  'an invalid certificate': async (tour: Tour) => {
    const page = await certified(tour);
    await button(page, 'Download').click();
    await button(page, 'Verify').click();
    return page;
  },
} satisfies Record<string, Reach>;

const strings: SpecTable<keyof typeof states> = {
  Erasures: {
    open: {
      title: [TITLE],
      text: ['Erased individuals, the destruction of their keys, and its certificates', 'Sealed'],
      column: ['Individual', 'Status', 'Sealed at', 'Key kept until', 'Destroyed at'],
      button: ['Erase a Person', 'Refresh', 'Open it'],
      part: ['erased people is sealed; the next key is destroyed on'],
    },
    'an empty list': { text: ['No erasures'], button: ['Erase a Person'] },
    'the add dialog': {
      dialog: ['Erase a Person'],
      label: ['Individual', 'Reason'],
      part: ['This cannot be undone.'],
      button: ['Erase person', 'Cancel'],
    },
    'an empty form': { text: ['This is required.'] },
    'a certified erasure': {
      text: ['Certified', 'Certificate of erasure', 'Everything that was erased is destroyed.'],
      button: ['Download', 'Verify'],
    },
    'an invalid certificate': { text: ['This is not a certificate.'] },
  },
};

const acts: Readonly<Record<string, Act>> = {
  'a person is erased after refusals, and cannot be read afterwards': async (tour) => {
    const visitor = await tour.as('super_admin');
    const { window, api } = visitor;
    await confirmFresh(visitor);
    const id = await makePerson(tour);
    const page = await register.opened(tour);
    const form = dialog(page, 'Erase a Person');
    const typed = { Individual: String(id), Reason: REASON };
    await button(page, 'Erase a Person').click();
    await fill(form, typed);
    const kept = ['Reason', REASON] as const;
    const path = `/individuals/${id}/erase`;
    await staysWhenRefused(window, { form, submit: 'Erase person', method: 'POST', path, kept });
    await discard(form);
    expect(await stored(tour, id)).toBeUndefined();
    await button(page, 'Erase a Person').click();
    await fill(form, typed);
    await button(form, 'Erase person').click();
    await toast(page, 'Person erased. A certificate follows the destruction.');
    expect(await stored(tour, id)).toMatchObject({
      status: 'sealed',
      reason: REASON,
      shreddedAt: null,
      certificate: null,
    });
    await expect(api.call('GET /individuals/{id}', { params: { id } })).rejects.toMatchObject({
      status: expect.toBeOneOf([404, 410]),
    });
  },
  'an unknown person is refused by the server': async (tour) => {
    await confirmFresh(await tour.as('super_admin'));
    const { window, page, form } = await register.adding(tour);
    await fill(form, { Individual: String(UNKNOWN_ID), Reason: 'Unknown' });
    window.provoke(/^404 POST \/api\/individuals\/\d+\/erase$/);
    await button(form, 'Erase person').click();
    await toast(page, 'Error');
    await discard(form);
  },
  'the panel shows until when the key is kept': async (tour) => {
    const { panel } = await register.entry(tour, await nameOf(tour));
    await panel.getByText(REASON).waitFor();
    await panel.getByText('The certificate is issued after the data is destroyed.').waitFor();
  },
  'the next destruction is named, with a link to its entry': async (tour) => {
    const { panel } = await register.next(tour, 'the next key is destroyed on');
    await panel.getByText('Key kept until').waitFor();
  },
  ...register.list(nameOf),
};

export function erasures(tour: Tour): void {
  describeScreen(tour, PATH, strings, states);
  describeActs(tour, PATH, acts);
}
