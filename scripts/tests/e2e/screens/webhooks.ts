import { expect } from 'vitest';
import { button, confirmFresh, open, openFresh, toast } from './acts.ts';
import {
  type Act,
  closesPanel,
  describeActs,
  dialog,
  discard,
  fill,
  openAfterCancel,
  openEntry,
  refreshes,
  SUFFIX,
  staysWhenRefused,
} from './entry-acts.ts';
import { describeScreen } from './screen-suite.ts';
import type { Tour } from './tour.ts';
import { DEMO, firstDelivery, PATH, states, strings, TITLE, withFailed } from './webhooks-strings.ts';

const HOST = `tour-${SUFFIX}.example`;

async function stored(tour: Tour) {
  const { api } = await tour.as('super_admin');
  const webhooks = await api.call('GET /webhooks', { query: { companyId: 1, limit: 200 } });
  return webhooks.find(({ url }) => url.includes(HOST));
}

const acts: Readonly<Record<string, Act>> = {
  'a webhook is refused, and created with a secret that is shown once': async (tour) => {
    const { window } = await tour.as('super_admin');
    const page = await openFresh(tour, PATH, TITLE);
    await button(page, 'Add Webhook').click();
    const form = dialog(page, 'Add Webhook');
    await fill(form, { Address: `https://${HOST}/in` });
    await form.getByRole('checkbox', { name: /^Link detected/ }).check();
    const kept = ['Address', `https://${HOST}/in`] as const;
    await staysWhenRefused(window, { form, submit: 'Add Webhook', method: 'POST', path: '/webhooks', kept });
    await discard(form);
    expect(await stored(tour)).toBeUndefined();
    await button(page, 'Add Webhook').click();
    await fill(form, { Address: `https://${HOST}/in` });
    await form.getByRole('checkbox', { name: /^Link detected/ }).check();
    await button(form, 'Add Webhook').click();
    const shown = dialog(page, 'Webhook added');
    const secret = (await shown.getByText(/^whsec_/).textContent()) ?? '';
    expect(secret.length).toBeGreaterThan(30);
    await button(shown, 'Close').last().click();
    await shown.getByText('Close without copying the secret?').waitFor();
    await button(shown, 'Go back').click();
    await button(shown, 'Close').last().click();
    await button(shown, 'Close anyway').click();
    const panel = page.getByRole('complementary', { name: 'Webhook' });
    await panel.getByRole('heading', { name: `${HOST}/in` }).waitFor();
    const webhook = await stored(tour);
    expect(webhook).toMatchObject({ url: `https://${HOST}/in`, events: ['link_detected'], status: 'active' });
    expect(JSON.stringify(webhook)).not.toContain('whsec_');
    expect(await page.content()).not.toContain(secret);
  },
  'an address of the internal network is refused by the server at its field': async (tour) => {
    const { window } = await tour.as('super_admin');
    const page = await openFresh(tour, `${PATH}&new=1`, TITLE);
    const form = dialog(page, 'Add Webhook');
    await fill(form, { Address: 'https://127.0.0.1/in' });
    await form.getByRole('checkbox', { name: /^Link detected/ }).check();
    window.provoke(/^400 POST \/api\/webhooks$/);
    await button(form, 'Add Webhook').click();
    await form.getByRole('alert').waitFor();
    expect(await form.getByLabel('Address', { exact: true }).getAttribute('aria-invalid')).toBe('true');
  },
  'address and events are changed, unless the entry is outdated': async (tour) => {
    const visitor = await tour.as('super_admin');
    const page = await openFresh(tour, PATH, TITLE);
    const panel = await openEntry(page, 'Webhook', `${HOST}/in`);
    const form = dialog(page, 'Edit Webhook');
    await button(panel, 'Edit').click();
    expect(await button(form, 'Save').isDisabled()).toBe(true);
    await fill(form, { Address: `https://${HOST}/second` });
    const id = (await stored(tour))?.id ?? 0;
    await visitor.api.call('PUT /webhooks/{id}', {
      params: { id },
      body: { events: ['link_detected', 'violation_found'] },
    });
    visitor.window.provoke(/^412 PUT \/api\/webhooks\/\d+$/);
    await button(form, 'Save').click();
    await toast(page, 'Error');
    expect((await stored(tour))?.url).toBe(`https://${HOST}/in`);
    await discard(form);
    await page.reload();
    await button(panel, 'Edit').click();
    await fill(form, { Address: `https://${HOST}/third` });
    await form.getByRole('checkbox', { name: /^Link detected/ }).uncheck();
    await button(form, 'Save').click();
    await toast(page, 'Webhook changed');
    await panel.getByRole('heading', { name: `${HOST}/third` }).waitFor();
    expect(await stored(tour)).toMatchObject({ url: `https://${HOST}/third`, events: ['violation_found'] });
  },
  'it is paused and resumed': async (tour) => {
    const page = await openFresh(tour, PATH, TITLE);
    const panel = await openEntry(page, 'Webhook', HOST);
    const question = dialog(page, 'Pause this webhook?');
    await openAfterCancel(button(panel, 'Pause'), question);
    await button(question, 'Pause webhook').click();
    await toast(page, 'Webhook paused');
    await panel.getByText('Paused: nothing is sent').waitFor();
    expect((await stored(tour))?.status).toBe('paused');
    await button(panel, 'Resume').click();
    await toast(page, 'Webhook resumed');
    expect((await stored(tour))?.status).toBe('active');
  },
  'its secret is rotated, at most once a day': async (tour) => {
    const { window } = await tour.as('super_admin');
    const page = await openFresh(tour, PATH, TITLE);
    const panel = await openEntry(page, 'Webhook', HOST);
    const question = dialog(page, 'Rotate the signing secret?');
    await openAfterCancel(button(panel, 'Rotate secret'), question);
    await button(question, 'Rotate secret').click();
    const shown = dialog(page, 'Secret rotated');
    await shown.getByText(/^whsec_/).waitFor();
    await shown.getByText(/^Messages are also signed with the former secret until/).waitFor();
    await page.keyboard.press('Escape');
    await button(shown, 'Close anyway').click();
    window.provoke(/^409 POST \/api\/webhooks\/\d+\/rotate-secret$/);
    await button(panel, 'Rotate secret').click();
    await button(question, 'Rotate secret').click();
    await toast(page, 'Error');
  },
  'a pending delivery is tried now': async (tour) => {
    const before = await firstDelivery(tour);
    const page = await open(tour, `${PATH}&selected=${DEMO}`, TITLE);
    await button(page, `Try now: ${before.messageId}`).click();
    await toast(page, 'It is being sent now');
    await expect
      .poll(async () => (await firstDelivery(tour)).lastAttemptAt ?? '')
      .not.toBe(before.lastAttemptAt);
    await button(page, 'Status: All Status').click();
    await page.getByRole('menuitemradio', { name: 'Failed' }).click();
    await page.getByText('No delivery has this status.').waitFor();
  },
  'failed deliveries are replayed, one by one and all at once': async (tour) => {
    const { failed, page } = await withFailed(tour);
    const replayed = () =>
      page.waitForResponse(
        (response) => response.url().endsWith(`/deliveries/${failed.id}/replay`) && response.status() === 202,
      );
    for (const act of ['one', 'all'] as const) {
      const answered = replayed();
      if (act === 'one') await button(page, `Replay ${failed.messageId}`).click();
      else {
        await button(page, 'Replay failed').click();
        const question = dialog(page, 'Send all failed messages again?');
        await button(question, 'Replay failed').click();
      }
      await answered;
      await toast(page, act === 'one' ? 'It will be sent again' : '1 message will be sent again');
    }
    expect((await firstDelivery(tour)).status).toBe('pending');
  },
  'Refresh fetches the list again, and the panel closes': async (tour) => {
    const page = await open(tour, PATH, TITLE);
    await closesPanel(page, 'Webhook', HOST, 'Close the webhook');
    await refreshes(page, '/webhooks');
  },
  'it is deleted': async (tour) => {
    await confirmFresh(await tour.as('super_admin'));
    const page = await open(tour, PATH, TITLE);
    const panel = await openEntry(page, 'Webhook', HOST);
    const question = dialog(page, 'Delete this webhook?');
    await openAfterCancel(button(panel, 'Delete'), question);
    await button(question, 'Delete webhook').click();
    await toast(page, 'Webhook deleted');
    await panel.waitFor({ state: 'hidden' });
    expect(await stored(tour)).toBeUndefined();
  },
};

export function webhooks(tour: Tour): void {
  describeScreen(tour, '/webhooks', strings, states);
  describeActs(tour, '/webhooks', acts);
}
