import { answer, button, open } from './acts.ts';
import { dialog } from './entry-acts.ts';
import type { Reach } from './screen-suite.ts';
import type { SpecTable } from './spec-strings.ts';
import type { Tour } from './tour.ts';

export const TITLE = 'Webhooks';
export const PATH = '/webhooks?company=1';
/** Id of the demo's webhook: its domain does not resolve, so deliveries fail and stay pending. */
export const DEMO = 1;

export async function firstDelivery(tour: Tour) {
  const { api } = await tour.as('super_admin');
  const [first] = await api.call('GET /webhooks/{id}/deliveries', { params: { id: DEMO }, query: {} });
  if (first === undefined) throw new Error('The demo has made no delivery');
  return first;
}

/** Shows the demo's webhook with its newest delivery as failed permanently. */
export async function withFailed(tour: Tour) {
  const { page } = await tour.as('super_admin');
  const failed = { ...(await firstDelivery(tour)), status: 'dead', attempts: 10, nextAttemptAt: null };
  await answer(page, `/webhooks/${DEMO}/deliveries`, [failed]);
  return { failed, page: await open(tour, `${PATH}&selected=${DEMO}`, TITLE) };
}

export const states = {
  open: async (tour: Tour) => {
    const page = await open(tour, PATH, TITLE);
    await page.getByRole('row', { name: 'crm.asha-bank.example/pii-vault' }).waitFor();
    return page;
  },
  'an empty list': async (tour: Tour) => {
    const { page } = await tour.as('super_admin');
    await answer(page, '/webhooks', []);
    return await open(tour, PATH, TITLE);
  },
  'the add dialog': (tour: Tour) => open(tour, `${PATH}&new=1`, TITLE),
  'an empty form': async (tour: Tour) => {
    const page = await open(tour, `${PATH}&new=1`, TITLE);
    await button(dialog(page, 'Add Webhook'), 'Add Webhook').click();
    return page;
  },
  'a webhook': (tour: Tour) => open(tour, `${PATH}&selected=${DEMO}`, TITLE),
  'the status filter': async (tour: Tour) => {
    const page = await open(tour, `${PATH}&selected=${DEMO}`, TITLE);
    await button(page, 'Status: All Status').click();
    return page;
  },
  'no delivery': async (tour: Tour) => {
    const { page } = await tour.as('super_admin');
    await answer(page, `/webhooks/${DEMO}/deliveries`, []);
    return await open(tour, `${PATH}&selected=${DEMO}`, TITLE);
  },
  'a failed delivery': async (tour: Tour) => (await withFailed(tour)).page,
} satisfies Record<string, Reach>;

export const strings: SpecTable<keyof typeof states> = {
  Webhooks: {
    open: {
      title: [TITLE],
      text: ['Partner systems that receive events from the vault', 'Field revealed, Erasure completed'],
      column: ['Address', 'Status', 'Events', 'Last Updated'],
      button: ['Add Webhook', 'Refresh'],
    },
    'an empty list': { text: ['No webhooks yet'], button: ['Add Webhook'] },
    'the add dialog': {
      dialog: ['Add Webhook'],
      label: ['Address'],
      part: ['Field revealed', 'Link detected', 'Erasure completed', 'Violation found'],
    },
    'an empty form': {
      text: ['An address such as https://example.com/hook', 'Choose at least one event'],
    },
    'a webhook': {
      heading: ['crm.asha-bank.example/pii-vault', 'Deliveries'],
      button: ['Edit', 'Pause', 'Rotate secret', 'Delete'],
      part: ['Delivered messages are kept for 7 days'],
    },
    'the status filter': { option: ['All Status', 'Pending', 'Delivered', 'Failed'] },
    'no delivery': { part: ['Nothing has been sent yet.'] },
    'a failed delivery': { text: ['Failed', '10 attempts'], button: ['Replay failed'] },
  },
};
