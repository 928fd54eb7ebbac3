import { useQuery } from '@tanstack/react-query';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { callQuery } from '../../client/queries.ts';
import { CompanyProvider } from '../../company/company-provider.tsx';
import { loadTexts } from '../../i18n/i18n.ts';
import { startSession } from '../../session/session-store.ts';
import { renderApp } from '../../testing/render.tsx';
import { sampleCompany, sampleUser } from '../../testing/samples.ts';
import { problem, stubApi } from '../../testing/stub-api.ts';
import { WebhooksPage } from './pages/webhooks-page.tsx';

const at = '2026-11-21T08:00:00.000Z';
const webhook = {
  id: 4,
  companyId: 1,
  url: 'https://partner.example.com/pii-vault',
  events: ['erasure_completed'],
  status: 'active',
  failing: false,
  createdAt: at,
  updatedAt: at,
  version: 3,
};
const secret = 'whsec_Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmE=';
const delivery = {
  id: 91,
  webhookId: 4,
  messageId: 'msg_1',
  event: 'violation_found',
  items: 1,
  status: 'dead',
  attempts: 10,
  nextAttemptAt: null,
  lastAttemptAt: at,
  lastStatus: 503,
  lastError: 'STATUS',
  deliveredAt: null,
  createdAt: at,
};
const answers = {
  'GET /companies': [sampleCompany(1)],
  'GET /webhooks': [webhook],
  'GET /webhooks/4/deliveries': [delivery],
};

function open(route: string, more: object = {}) {
  const calls = stubApi({ ...answers, ...more });
  renderApp(
    <CompanyProvider>
      <WebhooksPage />
    </CompanyProvider>,
    { route },
  );
  return (key: string) => calls.filter((call) => call.key === key);
}
const Dashboard = () => void useQuery(callQuery('GET /dashboard/attention'));
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
const panel = () => screen.findByRole('complementary', { name: 'Webhook' });

beforeAll(() => loadTexts('webhooks'));
beforeEach(() => {
  startSession('t', sampleUser({ permissions: ['company:manage'] }));
  // Another test file may have defined it read-only in the shared document.
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: vi.fn(async () => {}) },
  });
});

describe('registering a webhook', () => {
  async function fill() {
    fireEvent.change(await screen.findByRole('textbox', { name: 'Address' }), {
      target: { value: webhook.url },
    });
    const dialog = within(screen.getByRole('dialog'));
    fireEvent.click(dialog.getByRole('checkbox', { name: /^Erasure completed/ }));
    fireEvent.click(dialog.getByRole('button', { name: 'Add Webhook' }));
  }

  it('shows the secret once, and asks before closing without a copy', async () => {
    const sent = open('/webhooks?company=1&new=1', {
      'GET /webhooks': [],
      'POST /webhooks': { ...webhook, secret },
    });
    await fill();
    expect(await screen.findByText(secret)).toBeTruthy();
    expect(sent('POST /webhooks')[0]?.body).toEqual({
      companyId: 1,
      url: webhook.url,
      events: ['erasure_completed'],
    });
    const dialog = screen.getByRole('dialog');
    const [close] = within(dialog).getAllByRole('button', { name: 'Close' });
    if (close) fireEvent.click(close);
    expect(await within(dialog).findByText('Close without copying the secret?')).toBeTruthy();
    await press('Go back');
    await press(/^Copy signing secret/);
    await waitFor(() => expect(screen.getByText('Copied')).toBeTruthy());
    fireEvent.click(within(dialog).getAllByRole('button', { name: 'Close' })[0] ?? dialog);
    await waitFor(() => expect(screen.queryByText(secret)).toBeNull());
  });

  it('shows the secret also when the form was closed meanwhile', async () => {
    let finish = (_: unknown): void => {};
    open('/webhooks?company=1&new=1', {
      'GET /webhooks': [],
      'POST /webhooks': new Promise((resolve) => {
        finish = resolve;
      }),
    });
    await fill();
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    finish({ ...webhook, secret });
    expect(await screen.findByText(secret)).toBeTruthy();
  });

  it('shows the reason of a refusal at the address', async () => {
    open('/webhooks?company=1&new=1', {
      'GET /webhooks': [],
      'POST /webhooks': problem(400, {
        message: 'The request is not valid',
        reason: 'TARGET_REFUSED',
        errors: [{ path: 'url', message: 'not public' }],
      }),
    });
    await fill();
    expect((await screen.findByRole('alert')).textContent).toBe('The request is not valid');
    expect(screen.getByRole('textbox', { name: 'Address' }).getAttribute('aria-invalid')).toBe('true');
  });

  it('requires an address and an event before it sends a request', async () => {
    const sent = open('/webhooks?company=1&new=1', { 'GET /webhooks': [] });
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Add Webhook' }));
    expect(await screen.findByText('An address such as https://example.com/hook')).toBeTruthy();
    expect(screen.getByText('Choose at least one event')).toBeTruthy();
    expect(sent('POST /webhooks')).toHaveLength(0);
  });
});

describe('a webhook', () => {
  it('shows each delivery with status, attempts and last answer, and replays one', async () => {
    const sent = open('/webhooks?company=1&selected=4', {
      'POST /webhooks/4/deliveries/91/replay': { ...delivery, status: 'pending', attempts: 0 },
    });
    const aside = within(await panel());
    expect(await aside.findByText('Failed')).toBeTruthy();
    expect(aside.getByText('10 attempts')).toBeTruthy();
    expect(aside.getByText('Answer 503')).toBeTruthy();
    fireEvent.click(aside.getByRole('button', { name: 'Replay msg_1' }));
    expect(await screen.findByText('It is sent once more')).toBeTruthy();
    expect(sent('POST /webhooks/4/deliveries/91/replay')).toHaveLength(1);
  });

  it('shows why a replay is refused, and offers it again', async () => {
    open('/webhooks?company=1&selected=4', {
      'POST /webhooks/4/deliveries/91/replay': problem(503, { status: 503, message: 'x', reason: 'BUSY' }),
    });
    await press('Replay msg_1');
    expect(await screen.findByText('Error')).toBeTruthy();
    expect(screen.queryByText('It is sent once more')).toBeNull();
    await waitFor(() => {
      const again = screen.getByRole('button', { name: 'Replay msg_1' });
      expect(again.getAttribute('aria-busy') ?? again.getAttribute('aria-disabled')).not.toBe('true');
    });
  });

  it('tries a pending delivery now', async () => {
    const next = '2026-11-21T09:00:00.000Z';
    const waiting = { ...delivery, status: 'pending', attempts: 2, nextAttemptAt: next };
    const sent = open('/webhooks?company=1&selected=4', {
      'GET /webhooks/4/deliveries': [waiting, { ...waiting, id: 92, messageId: 'msg_2', attempts: 0 }],
      'POST /webhooks/4/deliveries/91/replay': { ...waiting, attempts: 0 },
    });
    await press('Try now: msg_1');
    expect(await screen.findByText('It is sent now')).toBeTruthy();
    expect(sent('POST /webhooks/4/deliveries/91/replay')).toHaveLength(1);
    expect(screen.queryByRole('button', { name: /msg_2/ })).toBeNull();
  });

  it('replays all failed deliveries of every page, the oldest first', async () => {
    const replayed: number[] = [];
    const of = (id: number) => ({
      [`POST /webhooks/4/deliveries/${id}/replay`]: () => {
        replayed.push(id);
        return { ...delivery, id, status: 'pending' };
      },
    });
    open('/webhooks?company=1&selected=4', {
      'GET /webhooks/4/deliveries': ({ url }: { url: URL }) =>
        url.searchParams.get('status') !== 'dead'
          ? [delivery]
          : url.searchParams.get('cursor') === 'more'
            ? [{ ...delivery, id: 80 }]
            : new Response(JSON.stringify([delivery, { ...delivery, id: 85 }]), {
                headers: { link: '</api/webhooks/4/deliveries?cursor=more>; rel="next"' },
              }),
      ...of(91),
      ...of(85),
      ...of(80),
    });
    await press('Replay failed');
    const dialog = await screen.findByRole('alertdialog');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Replay failed' }));
    expect(await screen.findByText('3 messages are sent once more')).toBeTruthy();
    expect(replayed).toEqual([80, 85, 91]);
  });

  it('is paused after a confirmation, with the version that was read', async () => {
    const sent = open('/webhooks?company=1&selected=4', {
      'PUT /webhooks/4': { ...webhook, status: 'paused' },
    });
    await press('Pause');
    const dialog = await screen.findByRole('alertdialog');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Pause webhook' }));
    expect(await screen.findByText('Webhook paused')).toBeTruthy();
    const [call] = sent('PUT /webhooks/4');
    expect(call?.body).toEqual({ status: 'paused' });
    expect(new Headers(call?.init.headers).get('if-match')).toBe('"3"');
  });

  it('has the count of failing webhooks refetched by every change', async () => {
    let counted = 0;
    stubApi({
      ...answers,
      'GET /dashboard/attention': () => ({ failingWebhooks: counted++ }),
      'POST /webhooks/4/deliveries/91/replay': { ...delivery, status: 'pending' },
      'PUT /webhooks/4': { ...webhook, status: 'paused' },
      'DELETE /webhooks/4': { success: true },
    });
    renderApp(
      <CompanyProvider>
        <WebhooksPage />
        <Dashboard />
      </CompanyProvider>,
      { route: '/webhooks?company=1&selected=4' },
    );
    const confirm = async (opener: string, name: string) => {
      await press(opener);
      fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }));
    };
    await press('Replay msg_1');
    await waitFor(() => expect(counted).toBe(2));
    await confirm('Pause', 'Pause webhook');
    await waitFor(() => expect(counted).toBe(3));
    await confirm('Delete', 'Delete webhook');
    await waitFor(() => expect(counted).toBe(4));
  });

  it('gets a new secret, which is shown once', async () => {
    open('/webhooks?company=1&selected=4', {
      'POST /webhooks/4/rotate-secret': { secret, formerUntil: at },
    });
    await press('Rotate secret');
    const question = await screen.findByRole('alertdialog');
    fireEvent.click(within(question).getByRole('button', { name: 'Rotate secret' }));
    expect(await screen.findByText(secret)).toBeTruthy();
    expect(screen.getByText(/^The former secret signs too until/)).toBeTruthy();
  });

  it('is deleted after a confirmation, and its panel closes', async () => {
    const sent = open('/webhooks?company=1&selected=4', { 'DELETE /webhooks/4': { success: true } });
    await press('Delete');
    const dialog = await screen.findByRole('alertdialog');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete webhook' }));
    expect(await screen.findByText('Webhook deleted')).toBeTruthy();
    expect(sent('DELETE /webhooks/4')).toHaveLength(1);
    await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Webhook' })).toBeNull());
  });
});
