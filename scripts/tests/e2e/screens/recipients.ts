import { expect } from 'vitest';
import { button, toast } from './acts.ts';
import {
  type Act,
  comesSecond,
  describeActs,
  dialog,
  discard,
  fill,
  openAfterCancel,
  Register,
  SUFFIX,
  staysWhenRefused,
  tick,
} from './entry-acts.ts';
import { describeScreen, type Reach } from './screen-suite.ts';
import type { SpecTable } from './spec-strings.ts';
import type { Tour } from './tour.ts';

const TITLE = 'Recipients';
const PATH = '/recipients';
const register = new Register({ title: TITLE, path: PATH, panel: 'Recipient', add: 'Add Recipient' });
const CODE = `tour-${SUFFIX}`;
const NAME = `Tour Couriers ${SUFFIX}`;

async function stored(tour: Tour) {
  const { api } = await tour.as('super_admin');
  const recipients = await api.call('GET /recipients', { query: { companyId: 1, limit: 200 } });
  return recipients.find(({ code }) => code === CODE);
}

const states = {
  ...register.states('Bharat Credit Information Bureau Ltd'),
  'a wrong code': async (tour: Tour) => {
    const { page, form } = await register.adding(tour);
    await fill(form, { Code: 'A b', Country: 'India' });
    await button(form, 'Add').click();
    return page;
  },
} satisfies Record<string, Reach>;

const strings: SpecTable<keyof typeof states> = {
  Recipients: {
    open: {
      title: [TITLE],
      text: [
        'Processors and other parties that receive personal data, and their contracts',
        'Shared',
        'Processor',
        'Authority',
      ],
      column: ['Name', 'Status', 'Kind', 'Purposes', 'Country', 'Shared since'],
      button: ['Add Recipient', 'Refresh', 'Open it'],
    },
    'an empty list': { text: ['No recipient is entered'], button: ['Add Recipient'] },
    'the add dialog': {
      dialog: ['Add Recipient'],
      label: ['Code', 'Kind', 'Purposes', 'Country', 'Contract or law', 'Shared since'],
      choice: ['Processor', 'Fiduciary', 'Authority'],
    },
    'a wrong code': {
      text: ['A code has 1 to 50 of a-z, 0-9, _ and -', 'Two capital letters, such as IN'],
    },
  },
};

const acts: Readonly<Record<string, Act>> = {
  'a recipient is refused, and added': async (tour) => {
    const { window, page, form } = await register.adding(tour);
    await fill(form, { Code: CODE, Name: NAME, Kind: 'Processor', Purposes: 'kyc, customer_service' });
    await tick(form, ['Address', 'Phone']);
    const kept = ['Code', CODE] as const;
    await staysWhenRefused(window, { form, submit: 'Add', method: 'POST', path: PATH, kept });
    expect(await stored(tour)).toBeUndefined();
    await button(form, 'Add').click();
    await toast(page, 'Recipient added');
    expect(await stored(tour)).toMatchObject({
      name: NAME,
      kind: 'processor',
      purposes: ['kyc', 'customer_service'],
      country: 'IN',
      contract: '',
      sharedUntil: null,
    });
    expect((await stored(tour))?.fieldTypes.toSorted()).toEqual(['address', 'phone']);
  },
  'a code that exists already is refused by the server': async (tour) => {
    const { window, form } = await register.adding(tour);
    await fill(form, { Code: CODE, Name: 'Another', Kind: 'Authority', Purposes: 'kyc' });
    window.provoke(/^409 POST \/api\/recipients$/);
    await button(form, 'Add').click();
    await form.getByText('A recipient with this code exists already').waitFor();
    await discard(form);
  },
  'recipients without a contract are counted, with a link to the first': async (tour) => {
    const { panel } = await register.next(
      tour,
      new RegExp(`^\\d+ recipients have no contract written down, ${NAME} among them.$`),
    );
    await panel.getByText('Nothing written down').waitFor();
  },
  'a change of an outdated entry is refused, and accepted after it is opened again': async (tour) => {
    const { window, api, page, panel } = await register.entry(tour, NAME);
    await button(panel, 'Edit').click();
    const form = dialog(page, `Edit ${NAME}`);
    await fill(form, { 'Contract or law': 'Agreement of 2 May 2026' });
    const id = (await stored(tour))?.id ?? 0;
    await api.call('PUT /recipients/{id}', { params: { id }, body: { country: 'NP' } });
    await comesSecond(window, { form, submit: 'Save changes', call: PATH });
    expect(await stored(tour)).toMatchObject({ contract: '', country: 'NP' });
    await button(panel, 'Edit').click();
    await fill(form, { 'Contract or law': 'Agreement of 3 May 2026', Kind: 'Fiduciary', Country: 'LK' });
    await button(form, 'Save changes').click();
    await toast(page, 'Recipient changed');
    await panel.getByText('Agreement of 3 May 2026').waitFor();
    expect(await stored(tour)).toMatchObject({
      contract: 'Agreement of 3 May 2026',
      kind: 'fiduciary',
      country: 'LK',
    });
  },
  'the sharing ends': async (tour) => {
    const { page, panel } = await register.entry(tour, NAME);
    const form = dialog(page, `End the sharing with ${NAME}`);
    await openAfterCancel(button(panel, 'End the sharing'), form);
    await button(form, 'End the sharing').click();
    await toast(page, 'Sharing ended');
    await panel.getByText('Ended', { exact: true }).waitFor();
    expect(await button(panel, 'End the sharing').count()).toBe(0);
    expect((await stored(tour))?.sharedUntil).toEqual(expect.any(String));
  },
  ...register.list(async () => NAME),
};

export function recipients(tour: Tour): void {
  describeScreen(tour, PATH, strings, states);
  describeActs(tour, PATH, acts);
}
