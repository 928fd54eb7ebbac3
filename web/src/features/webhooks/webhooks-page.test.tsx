import { useQuery } from '@tanstack/react-query';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { callQuery } from '../../client/queries.ts';
import { CompanyProvider } from '../../company/company-provider.tsx';
import { startSession } from '../../session/session-store.ts';
import { opened, press, pressIn, versionOf } from '../../testing/acts.ts';
import { exampleRow, withExamples } from '../../testing/examples.ts';
import { renderApp } from '../../testing/render.tsx';
import { sampleUser } from '../../testing/samples.ts';
import { showScreen } from '../../testing/screen.tsx';
import { problem, stubApi } from '../../testing/stub-api.ts';
import { WebhooksPage } from './pages/webhooks-page.tsx';

const webhook = { ...exampleRow('GET /webhooks'), version: 3 };
const secret = 'whsec_Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmE=';
const delivery = { ...exampleRow('GET /webhooks/{id}/deliveries'), messageId: 'msg_1' };
const DELIVERIES = 'GET /webhooks/4/deliveries';
const REPLAY = 'POST /webhooks/4/deliveries/91/replay';
const Dashboard = () => void useQuery(callQuery('GET /waiting'));
const show = (search: string, answers: object = {}) =>
  showScreen(`/webhooks?company=1${search}`, {
    'GET /webhooks': [webhook],
    [DELIVERIES]: [delivery],
    ...answers,
  });

beforeEach(() => {
  // Another test file may have defined it read-only in the shared document.
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: vi.fn(async () => {}) },
  });
});

describe('registering a webhook', () => {
  const add = (answer: unknown) => show('&new=1', { 'GET /webhooks': [], 'POST /webhooks': answer });
  async function fill() {
    const address = await screen.findByRole('textbox', { name: 'Address' });
    fireEvent.change(address, { target: { value: webhook.url } });
    fireEvent.click(within(await opened()).getByRole('checkbox', { name: /^Erasure completed/ }));
    await pressIn('Add Webhook');
  }

  it('shows the secret once, and asks before closing without a copy', async () => {
    const { sent } = await add({ ...webhook, secret });
    await fill();
    expect(await screen.findByText(secret)).toBeTruthy();
    const body = { companyId: 1, url: webhook.url, events: ['erasure_completed'] };
    expect(sent('POST /webhooks')[0]?.body).toEqual(body);
    const dialog = screen.getByRole('dialog');
    const close = () =>
      fireEvent.click(within(dialog).getAllByRole('button', { name: 'Close' })[0] ?? dialog);
    close();
    expect(await within(dialog).findByText('Close without copying the secret?')).toBeTruthy();
    await press('Go back');
    await press(/^Copy signing secret/);
    await waitFor(() => expect(screen.getByText('Copied')).toBeTruthy());
    close();
    await waitFor(() => expect(screen.queryByText(secret)).toBeNull());
  });

  it('shows the secret also when the form was closed meanwhile', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    await add(promise);
    await fill();
    await press('Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    resolve({ ...webhook, secret });
    expect(await screen.findByText(secret)).toBeTruthy();
  });

  it('shows the reason of a refusal at the address', async () => {
    const errors = [{ path: 'url', message: 'not public' }];
    await add(problem(400, { message: 'The request is not valid', reason: 'TARGET_REFUSED', errors }));
    await fill();
    expect((await screen.findByRole('alert')).textContent).toBe('The request is not valid');
    expect(screen.getByRole('textbox', { name: 'Address' }).getAttribute('aria-invalid')).toBe('true');
  });

  it('requires an address and an event before it sends a request', async () => {
    const { sent } = await add({});
    await pressIn('Add Webhook');
    for (const text of ['An address such as https://example.com/hook', 'Choose at least one event'])
      expect(await screen.findByText(text)).toBeTruthy();
    expect(sent('POST /webhooks')).toHaveLength(0);
  });
});

describe('a webhook', () => {
  it('shows each delivery with status, attempts and last answer, and replays one', async () => {
    const { sent } = await show('&selected=4');
    const aside = within(await screen.findByRole('complementary', { name: 'Webhook' }));
    for (const text of ['Failed', '10 attempts', 'Response 503'])
      expect(await aside.findByText(text)).toBeTruthy();
    await press('Replay msg_1');
    expect(await screen.findByText('It will be sent again')).toBeTruthy();
    expect(sent(REPLAY)).toHaveLength(1);
  });

  it('shows why a replay is refused, and offers it again', async () => {
    await show('&selected=4', { [REPLAY]: problem(503, { status: 503, message: 'x', reason: 'BUSY' }) });
    await press('Replay msg_1');
    expect(await screen.findByText('Error')).toBeTruthy();
    expect(screen.queryByText('It will be sent again')).toBeNull();
    await waitFor(() => {
      const again = screen.getByRole('button', { name: 'Replay msg_1' });
      expect(again.getAttribute('aria-busy') ?? again.getAttribute('aria-disabled')).not.toBe('true');
    });
  });

  it('tries a pending delivery now', async () => {
    const nextAttemptAt = '2026-11-21T09:00:00.000Z';
    const waiting = { ...delivery, status: 'pending', attempts: 2, nextAttemptAt };
    const { sent } = await show('&selected=4', {
      [DELIVERIES]: [waiting, { ...waiting, id: 92, messageId: 'msg_2', attempts: 0 }],
    });
    await press('Try now: msg_1');
    expect(await screen.findByText('It is being sent now')).toBeTruthy();
    expect(sent(REPLAY)).toHaveLength(1);
    expect(screen.queryByRole('button', { name: /msg_2/ })).toBeNull();
  });

  it('replays all failed deliveries of every page, the oldest first', async () => {
    const link = '</api/webhooks/4/deliveries?cursor=more>; rel="next"';
    const { calls } = await show('&selected=4', {
      [DELIVERIES]: ({ url }: { url: URL }) => {
        if (url.searchParams.get('status') !== 'dead') return [delivery];
        if (url.searchParams.get('cursor') === 'more') return [{ ...delivery, id: 80 }];
        return Response.json([delivery, { ...delivery, id: 85 }], { headers: { link } });
      },
    });
    await press('Replay failed');
    await pressIn('Replay failed');
    expect(await screen.findByText('3 messages will be sent again')).toBeTruthy();
    const replayed = calls.flatMap(({ key }) => /deliveries\/(\d+)\/replay$/.exec(key)?.[1] ?? []);
    expect(replayed).toEqual(['80', '85', '91']);
  });

  it('is paused after a confirmation, with the version that was read', async () => {
    const { sent } = await show('&selected=4');
    await press('Pause');
    await pressIn('Pause webhook');
    expect(await screen.findByText('Webhook paused')).toBeTruthy();
    const [call] = sent('PUT /webhooks/4');
    expect(call?.body).toEqual({ status: 'paused' });
    expect(call && versionOf(call)).toBe('"3"');
  });

  it('has the count of failing webhooks refetched by every change', async () => {
    startSession('t', sampleUser({ permissions: ['company:manage'] }));
    let counted = 0;
    const attention = () => ({ failingWebhooks: counted++ });
    stubApi(withExamples({ [DELIVERIES]: [delivery], 'GET /waiting': attention }));
    renderApp(
      <CompanyProvider>
        <WebhooksPage />
        <Dashboard />
      </CompanyProvider>,
      { route: '/webhooks?company=1&selected=4' },
    );
    await press('Replay msg_1');
    await waitFor(() => expect(counted).toBe(2));
    await press('Pause');
    await pressIn('Pause webhook');
    await waitFor(() => expect(counted).toBe(3));
    await press('Delete');
    await pressIn('Delete webhook');
    await waitFor(() => expect(counted).toBe(4));
  });

  it('gets a new secret, which is shown once', async () => {
    const formerUntil = '2026-11-21T08:00:00.000Z';
    await show('&selected=4', { 'POST /webhooks/4/rotate-secret': { secret, formerUntil } });
    await press('Rotate secret');
    await pressIn('Rotate secret');
    for (const text of [secret, /^Messages are also signed with the former secret until/])
      expect(await screen.findByText(text)).toBeTruthy();
  });

  it('closes its panel when it is deleted', async () => {
    await show('&selected=4');
    await press('Delete');
    await pressIn('Delete webhook');
    await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Webhook' })).toBeNull());
  });
});
